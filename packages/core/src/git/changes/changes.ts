// Lists the paths that differ from the base. The working tree is compared, so uncommitted changes are
// included.
import type { Difference, Repository, StatusEntry } from '../repository/index.ts'
import { type BaseQuery, findBase } from './base.ts'
import type { Change, ChangeKind } from './change.ts'
import { createClassifier } from './classify.ts'

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
  const [options, prefix, changelog] = await Promise.all([
    repository.prepare(),
    repository.prefix(),
    repository.locate(query.changelogPath),
  ])
  const isExcluded = (path: string) => path.startsWith(prefix) && query.isExcluded(path.slice(prefix.length))
  const { base, differences, entries } = await compare(repository, options, () =>
    findBase(repository, changelog.realPath, query),
  )
  const kinds = await readKinds(repository, differences, entries)
  const classify = createClassifier()
  const changes = [...kinds]
    .filter(([path]) => path !== changelog.path && path !== changelog.realPath && !isExcluded(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, type]) => ({ type, path, category: classify(path) }))
  return { base, changes }
}

/**
 * Reads the status, finds the base, and compares the base with HEAD. Usually HEAD has not moved since the last call. So the trees
 * are compared while git reads the status, and once more if HEAD has moved.
 */
async function compare(
  repository: Repository,
  options: readonly string[],
  find: () => Promise<string | undefined>,
): Promise<{ base: string; differences: readonly Difference[]; entries: readonly StatusEntry[] }> {
  const expectedHead = repository.lastHead()
  const notNeeded = new AbortController()
  try {
    // The status takes the longest time, so it is started first.
    const reading = repository.status(options)
    const finding = find()
    const comparing = finding.then((found) =>
      diffTrees(repository, found ?? expectedHead, expectedHead, notNeeded.signal),
    )
    // Its error matters only when its result is needed.
    comparing.catch(() => undefined)
    const [{ head, entries }, found] = await Promise.all([reading, finding])
    const headTree = head ?? (await repository.emptyTree())
    const base = found ?? headTree
    const hasMoved = headTree !== expectedHead
    const differences = await (hasMoved ? diffTrees(repository, base, headTree) : comparing)
    return { base, differences, entries }
  } finally {
    notNeeded.abort()
  }
}

/** Lists the paths that differ between two trees. Nothing is compared when they are the same, or one is not known. */
async function diffTrees(
  repository: Repository,
  base: string | undefined,
  head: string | undefined,
  signal?: AbortSignal,
): Promise<readonly Difference[]> {
  if (base === undefined || head === undefined || base === head) return []
  return repository.diffTrees(base, head, signal)
}

/**
 * Combines what differs between the base and HEAD with what differs between HEAD and the working tree. The content of a path
 * that differs in both, or in the index and in the working tree, can be that of the base again, so it is compared.
 */
async function readKinds(
  repository: Repository,
  differences: readonly Difference[],
  status: readonly StatusEntry[],
): Promise<Map<string, ChangeKind>> {
  const kinds = new Map<string, ChangeKind>()
  const inTrees = new Map(differences.map((difference) => [difference.path, difference]))
  for (const { path, baseEntry, headEntry } of differences) {
    if (baseEntry === undefined) kinds.set(path, 'Added')
    else kinds.set(path, headEntry === undefined ? 'Removed' : 'Changed')
  }
  /** The entries in HEAD of the paths that are not in the working tree as tracked ones. */
  const missing = new Map<string, string | undefined>()
  /** The entries in the base of the paths that must be compared. */
  const unclear = new Map<string, string>()
  for (const entry of status) {
    const { path } = entry
    const difference = inTrees.get(path)
    const isTracked = entry.kind === 'tracked'
    const isMissing = entry.kind !== 'untracked' && !entry.isPresent
    if (isMissing) missing.set(path, entry.headEntry)
    // A path that was removed from the index and exists is listed again, as untracked. That is its state.
    const headEntry = entry.kind === 'untracked' ? missing.get(path) : entry.headEntry
    const base = difference ? difference.baseEntry : headEntry
    if (isMissing) setRemoved(kinds, path, base)
    else if (base === undefined) kinds.set(path, 'Added')
    else if (isTracked && entry.workingEntry === base) kinds.delete(path)
    else {
      kinds.set(path, 'Changed')
      const isClear =
        entry.kind === 'unmerged' ||
        (isTracked && (entry.workingEntry !== undefined || (!entry.isStaged && !difference)))
      if (!isClear) unclear.set(path, base)
    }
  }
  await removeUnchanged(repository, kinds, unclear)
  return kinds
}

function setRemoved(kinds: Map<string, ChangeKind>, path: string, base: string | undefined): void {
  if (base === undefined) kinds.delete(path)
  else kinds.set(path, 'Removed')
}

/** Removes the paths from `kinds` whose content is that of the base. @param unclear the entries in the base, by path */
async function removeUnchanged(
  repository: Repository,
  kinds: Map<string, ChangeKind>,
  unclear: ReadonlyMap<string, string>,
): Promise<void> {
  if (unclear.size === 0) return
  const paths = [...unclear.keys()]
  for (const [index, entry] of (await repository.treeEntries(paths)).entries()) {
    const path = paths[index] ?? ''
    if (entry === unclear.get(path)) kinds.delete(path)
  }
}
