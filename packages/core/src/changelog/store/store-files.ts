// Recognises the files that a changelog store creates next to the changelog. They are not listed as changes
// of the repository.
import { basename, dirname } from 'node:path'
import { lockPathOf, OWNER_NAME } from './held-lock.ts'

/**
 * Creates a function that checks whether a file belongs to the store of a changelog. Paths are relative to the repository.
 * @param changelogPath the path of the changelog
 */
export function createStoreFileCheck(changelogPath: string): (path: string) => boolean {
  const folder = dirname(changelogPath)
  const prefix = folder === '.' ? '' : `${folder}/`
  const changelogName = basename(changelogPath)
  const lockName = lockPathOf(changelogName)
  const starts = [`${prefix}${lockName}`, `${prefix}${temporaryPrefixOf(changelogName)}`]
  return (path) => {
    // Most paths of a repository do not.
    if (!starts.some((start) => path.startsWith(start))) return false
    const [first = '', ...rest] = path.slice(prefix.length).split('/')
    if (first === lockName) return rest.length === 1 && OWNER_NAME.test(rest[0] ?? '')
    return isTemporaryName(changelogName, first) && rest.every((name) => OWNER_NAME.test(name))
  }
}

/** Whether `name` is the name of a temporary folder in which the lock of `changelogName` is prepared. */
export function isTemporaryName(changelogName: string, name: string): boolean {
  const [prefix, suffix] = [temporaryPrefixOf(changelogName), '.tmp']
  if (!name.startsWith(prefix) || !name.endsWith(suffix)) return false
  return /^[0-9a-f-]+$/.test(name.slice(prefix.length, -suffix.length))
}

function temporaryPrefixOf(changelogName: string): string {
  return `.${changelogName}.`
}
