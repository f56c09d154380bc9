// The paths that differ from the last release. The working tree is compared, so uncommitted work is included.
import type { Difference, Repository } from '../repository/index.ts'
import { type BaseQuery, findBase } from './base.ts'
import type { Change, ChangeKind } from './change.ts'
import { classifyPath } from './classify.ts'

/** What to compare with, and which paths to leave out. */
export interface ChangesQuery extends BaseQuery {
  /** The path of the changelog, relative to the opened folder. The changelog itself is left out. */
  readonly changelogPath: string
  /** Whether to leave out a path, relative to the opened folder, such as a temporary file of the changelog's writer. */
  readonly isExcluded: (path: string) => boolean
}

/**
 * Lists every path that differs from the base, committed, staged, unstaged or untracked. On a branch without commits
 * every file is added.
 * @returns each path once, sorted by path in UTF-16 code units
 * @throws AppError `git/unreadable_repository` when git cannot read the repository, or when it is a shallow clone that
 * lacks the last release; `git/invalid_ref` when `since` names no commit
 */
export async function listChanges(repository: Repository, query: ChangesQuery): Promise<Change[]> {
  await repository.refuseSpecialFiles()
  const [prefix, changelog] = await Promise.all([repository.prefix(), repository.locate(query.changelogPath)])
  const isExcluded = (path: string) => path.startsWith(prefix) && query.isExcluded(path.slice(prefix.length))
  const [differences, untracked] = await Promise.all([
    findBase(repository, changelog.real, query).then((base) => repository.diff(base)),
    repository.untracked(),
  ])
  const kinds = readKinds(differences)
  await addUntracked(repository, kinds, differences, untracked)
  return [...kinds]
    .filter(([path]) => path !== changelog.named && path !== changelog.real && !isExcluded(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, type]) => ({ type, path, category: classifyPath(path) }))
}

function readKinds(differences: readonly Difference[]): Map<string, ChangeKind> {
  return new Map(differences.map(({ status, path }) => [path, readStatus(status)]))
}

function readStatus(status: string): ChangeKind {
  if (status === 'A') return 'Added'
  return status === 'D' ? 'Removed' : 'Changed'
}

/**
 * Adds the untracked paths to `kinds`. git reports a path that is in the base, but no longer in the index, as removed
 * and as untracked (`git rm --cached`); its entry is then compared with that of the base.
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
