// The names of the files that a store makes beside the changelog. They are not changes of the repository.
import { basename, dirname } from 'node:path'
import { lockPathOf, OWNER_NAME } from './held-lock.ts'

/** Whether a path, relative to the repository like the changelog's, belongs to the store. */
export function isOwnFile(changelogPath: string, path: string): boolean {
  const folder = dirname(changelogPath)
  const prefix = folder === '.' ? '' : `${folder}/`
  const name = basename(changelogPath)
  if (!path.startsWith(prefix)) return false
  const [first = '', ...rest] = path.slice(prefix.length).split('/')
  if (first === lockPathOf(name)) return rest.length === 1 && OWNER_NAME.test(rest[0] ?? '')
  return isAside(name, first) && rest.every((part) => OWNER_NAME.test(part))
}

/** Whether `other` is a name under which the lock of the file `name` is prepared. */
export function isAside(name: string, other: string): boolean {
  const [start, end] = [`.${name}.`, '.tmp']
  if (!other.startsWith(start) || !other.endsWith(end)) return false
  return /^[0-9a-f-]+$/.test(other.slice(start.length, -end.length))
}
