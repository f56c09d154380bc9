// What changed since the last release: the working tree, with everything in it, against one base.
import { compare, valid } from 'semver'
import { CoreError } from '../errors.ts'
import type { Change, ChangeKind } from './change.ts'
import { classifyPath } from './classify.ts'
import type { Repository } from './repository.ts'

/** What to compare, and what to leave out. */
export interface ChangesQuery {
  /** A ref to compare with in place of the last release; `root` is the empty tree. */
  readonly since?: string | undefined
  /** The changelog's path, relative to the repository. */
  readonly changelogPath: string
  /** The line of the current version's heading in the changelog, if there is one. */
  readonly versionHeading: string | undefined
  /** Whether a path is nobody's work, such as what a writer leaves behind. */
  readonly isOwn: (path: string) => boolean
}

/**
 * Every path that differs from the base, sorted by path in code units, each once: committed, staged, unstaged and
 * untracked work alike. On a branch without commits every file is added.
 * @throws CoreError `repository_unreadable` when it is no repository, or a shallow clone that ends before the last release; `invalid_ref` for `since`
 */
export async function listChanges(repository: Repository, query: ChangesQuery): Promise<Change[]> {
  await repository.root()
  const head = await repository.head()
  const base = await findBase(repository, head, query)
  const [untracked, kinds] = await Promise.all([
    repository.untracked(),
    base === undefined ? listAll(repository) : listDiff(repository, base),
  ])
  await addUntracked(repository, base, kinds, untracked)
  return [...kinds]
    .filter(([path]) => path !== query.changelogPath && !query.isOwn(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, type]) => ({ type, path, category: classifyPath(path) }))
}

/** The base to compare with; undefined where there are no commits. */
async function findBase(
  repository: Repository,
  head: string | undefined,
  query: ChangesQuery,
): Promise<string | undefined> {
  if (query.since === 'root') return repository.emptyTree()
  if (query.since !== undefined) return repository.resolve(query.since)
  if (head === undefined) return undefined
  const [tag, heading] = await Promise.all([findTag(repository), findHeading(repository, query)])
  if (await repository.isShallow()) await refuseShallow(repository, tag, heading)
  if (tag === undefined || heading === undefined) return tag ?? heading ?? head
  if (await repository.isAncestor(tag, heading)) return heading
  if (await repository.isAncestor(heading, tag)) return tag
  const [tagTime, headingTime] = await Promise.all([repository.timeOf(tag), repository.timeOf(heading)])
  return tagTime >= headingTime ? tag : heading
}

/** The commit of the highest SemVer tag that HEAD contains. */
async function findTag(repository: Repository): Promise<string | undefined> {
  const versions = (await repository.tags())
    .map(({ name, commit }) => ({ version: valid(name.replace(/^v/, '')), commit }))
    .filter((tag): tag is { version: string; commit: string } => tag.version !== null)
  return versions.sort((a, b) => compare(b.version, a.version))[0]?.commit
}

/** The commit that put the current version's heading into the changelog. */
async function findHeading(repository: Repository, query: ChangesQuery): Promise<string | undefined> {
  if (query.versionHeading === undefined) return undefined
  return repository.lastCommitTouching(query.versionHeading, query.changelogPath)
}

/** Where a shallow history ends, everything seems to have come in at once: an answer from there would be false. */
async function refuseShallow(
  repository: Repository,
  tag: string | undefined,
  heading: string | undefined,
): Promise<void> {
  if (tag !== undefined) return
  if (heading !== undefined && !(await repository.boundaries()).has(heading)) return
  throw new CoreError(
    'repository_unreadable',
    'this is a shallow clone and the last release is not in it: fetch the whole history with its tags (git fetch --unshallow --tags), or say what to compare with (?since=<ref>)',
  )
}

async function listAll(repository: Repository): Promise<Map<string, ChangeKind>> {
  return new Map((await repository.tracked()).map((path) => [path, 'Added']))
}

async function listDiff(repository: Repository, base: string): Promise<Map<string, ChangeKind>> {
  const kinds = new Map<string, ChangeKind>()
  for (const { status, path } of await repository.diff(base)) {
    // An unmerged path comes twice, once as U.
    if (status !== 'U' || !kinds.has(path)) kinds.set(path, readStatus(status))
  }
  return kinds
}

function readStatus(status: string): ChangeKind {
  if (status === 'A') return 'Added'
  return status === 'D' ? 'Removed' : 'Changed'
}

/** A path that is untracked but was in the base was only taken out of the index: its content decides. */
async function addUntracked(
  repository: Repository,
  base: string | undefined,
  kinds: Map<string, ChangeKind>,
  untracked: readonly string[],
): Promise<void> {
  for (const path of untracked) {
    if (base === undefined || kinds.get(path) !== 'Removed') {
      kinds.set(path, 'Added')
      continue
    }
    const [then, now] = await repository.blobs(base, path)
    if (then === now) kinds.delete(path)
    else kinds.set(path, 'Changed')
  }
}
