// Lists the paths that differ from the base. The working tree is compared, so uncommitted changes are
// included.
import type { Difference, Repository } from '../repository/index.ts'
import { type BaseQuery, findBase } from './base.ts'
import type { Change, ChangeKind } from './change.ts'
import { classifyPath } from './classify.ts'

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
  await repository.assertNoSpecialFiles()
  const [prefix, changelog] = await Promise.all([repository.prefix(), repository.locate(query.changelogPath)])
  const isExcluded = (path: string) => path.startsWith(prefix) && query.isExcluded(path.slice(prefix.length))
  const [[base, differences], untracked] = await Promise.all([
    findBase(repository, changelog.realPath, query).then(
      async (found) => [found, await repository.diff(found)] as const,
    ),
    repository.untracked(),
  ])
  const kinds = readKinds(differences)
  await addUntracked(repository, kinds, differences, untracked)
  const changes = [...kinds]
    .filter(([path]) => path !== changelog.path && path !== changelog.realPath && !isExcluded(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, type]) => ({ type, path, category: classifyPath(path) }))
  return { base, changes }
}

function readKinds(differences: readonly Difference[]): Map<string, ChangeKind> {
  return new Map(differences.map(({ status, path }) => [path, kindOfStatus(status)]))
}

function kindOfStatus(status: string): ChangeKind {
  if (status === 'A') return 'Added'
  return status === 'D' ? 'Removed' : 'Changed'
}

/**
 * Adds the untracked paths to `kinds`. After `git rm --cached`, git reports a path as removed and as
 * untracked. The tree entry of such a path is compared with its entry in the base.
 */
async function addUntracked(
  repository: Repository,
  kinds: Map<string, ChangeKind>,
  differences: readonly Difference[],
  untracked: readonly string[],
): Promise<void> {
  const baseEntries = new Map(differences.map(({ path, baseEntry }) => [path, baseEntry]))
  const unindexed = untracked.filter((path) => kinds.get(path) === 'Removed')
  for (const path of untracked) kinds.set(path, 'Added')
  if (unindexed.length === 0) return
  for (const [index, entry] of (await repository.treeEntries(unindexed)).entries()) {
    const path = unindexed[index] ?? ''
    if (entry === baseEntries.get(path)) kinds.delete(path)
    else kinds.set(path, 'Changed')
  }
}
