// Recognises the files that a changelog store creates next to the changelog. They are not listed as changes
// of the repository.
import { basename, dirname } from 'node:path'
import { lockPathOf, OWNER_NAME } from './held-lock.ts'

/**
 * Whether a file belongs to the store of a changelog.
 * @param changelogPath the path of the changelog, relative to the repository
 * @param path the path of the file, relative to the repository
 */
export function isStoreFile(changelogPath: string, path: string): boolean {
  const folder = dirname(changelogPath)
  const prefix = folder === '.' ? '' : `${folder}/`
  const changelogName = basename(changelogPath)
  if (!path.startsWith(prefix)) return false
  const [first = '', ...rest] = path.slice(prefix.length).split('/')
  if (first === lockPathOf(changelogName)) return rest.length === 1 && OWNER_NAME.test(rest[0] ?? '')
  return isTemporaryName(changelogName, first) && rest.every((name) => OWNER_NAME.test(name))
}

/** Whether `name` is the name of a temporary folder in which the lock of `changelogName` is prepared. */
export function isTemporaryName(changelogName: string, name: string): boolean {
  const [prefix, suffix] = [`.${changelogName}.`, '.tmp']
  if (!name.startsWith(prefix) || !name.endsWith(suffix)) return false
  return /^[0-9a-f-]+$/.test(name.slice(prefix.length, -suffix.length))
}
