// Lists the paths that differ from the base. The working tree is compared, so uncommitted changes are included.
import { realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { decodePath } from '../path.ts'
import type { Git, Repository } from '../repository.ts'
import { type BaseQuery, findBase } from './base.ts'
import type { Change, ChangeKind } from './change.ts'
import { classifyPath } from './classification.ts'
import { readTreeEntries } from './tree-entries.ts'

/** Selects the base, and the paths to leave out. */
export interface ChangesQuery extends BaseQuery {
  /** The path of the changelog, relative to the opened folder. The changelog is left out. */
  readonly changelogPath: string
  /**
   * Checks whether a path is left out, such as a temporary file of the changelog store. The path is relative
   * to the opened folder.
   */
  readonly isExcluded: (path: string) => boolean
}

/** The changes since a base. */
export interface ChangesSinceBase {
  /** The hash of the commit or tree that was compared with. */
  readonly base: string
  readonly changes: Change[]
}

/**
 * Lists every path that differs from the base, whether the change is committed, staged, unstaged or
 * untracked. On a branch without commits, every file is listed as added.
 * @returns the base, and each path once, sorted by UTF-16 code units
 * @throws AppError `git/unreadable_repository` when git cannot read the repository, or when a shallow clone
 * may lack the last release; `git/invalid_ref` when `since` names no commit
 */
export async function listChanges(repository: Repository, query: ChangesQuery): Promise<ChangesSinceBase> {
  const git = await repository.open()
  const changelog = posix.join(git.prefix, query.changelogPath)
  const realChangelog = await resolveLinks(git, changelog)
  const [base, untracked] = await Promise.all([findBase(git, realChangelog, query), listUntracked(git)])
  const kinds = await combine(git, await compareTracked(git, base), untracked)
  const isIncluded = (path: string) =>
    path !== changelog &&
    path !== realChangelog &&
    !(path.startsWith(git.prefix) && query.isExcluded(path.slice(git.prefix.length)))
  const changes = [...kinds]
    .filter(([path]) => isIncluded(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, type]) => ({ type, path, category: classifyPath(path) }))
  return { base, changes }
}

/** Resolves the symbolic links of a path in the repository. Returns the path itself when there is no file. */
async function resolveLinks({ root }: Git, path: string): Promise<string> {
  const real = await realpath(join(root, path)).catch(() => undefined)
  return real === undefined ? path : relative(root, real).replaceAll(sep, '/')
}

/** Lists the files that git does not track and does not ignore. A nested repository is one path. */
async function listUntracked(git: Git): Promise<readonly string[]> {
  const output = await git.read(['ls-files', '--others', '--exclude-standard', '-z'])
  return splitAtNul(output).map((path) => decodePath(path.replace(/\/$/, '')))
}

/** A tracked path that differs from the base. */
interface Difference {
  readonly kind: ChangeKind
  /** The mode and the hash in the base, separated by a space. */
  readonly baseEntry: string
}

const KINDS: Readonly<Record<string, ChangeKind>> = { A: 'Added', D: 'Removed' }

/** Compares the base with the working tree. A path that was removed from the index is listed as removed. */
async function compareTracked(git: Git, base: string): Promise<ReadonlyMap<string, Difference>> {
  const args = ['diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-relative', '--no-color']
  const safe = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty']
  const fields = splitAtNul(await git.read([...args, ...safe, base, '--']))
  const differences = new Map<string, Difference>()
  // Each path follows a field `:<mode> <mode> <hash> <hash> <letter>`.
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [mode = '', , hash = '', , letter = ''] = fields[index]?.slice(1).split(' ') ?? []
    const difference = { kind: KINDS[letter] ?? 'Changed', baseEntry: `${mode} ${hash}` }
    differences.set(decodePath(fields[index + 1] ?? ''), difference)
  }
  return differences
}

/** Combines the two. A path that was removed from the index, and exists, is compared with the base by its content. */
async function combine(
  git: Git,
  tracked: ReadonlyMap<string, Difference>,
  untracked: readonly string[],
): Promise<ReadonlyMap<string, ChangeKind>> {
  const kinds = new Map([...tracked].map(([path, { kind }]) => [path, kind]))
  for (const path of untracked) kinds.set(path, tracked.has(path) ? 'Changed' : 'Added')
  const unclear = untracked.filter((path) => tracked.has(path))
  const entries = await readTreeEntries(git, unclear)
  for (const path of unclear) if (entries.get(path) === tracked.get(path)?.baseEntry) kinds.delete(path)
  return kinds
}

/** Splits output at NUL bytes. Each character of the result, U+0000 to U+00FF, represents one byte. */
function splitAtNul(output: Buffer): string[] {
  return output.toString('latin1').split('\0').slice(0, -1)
}
