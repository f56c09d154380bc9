// What changed since the last release: the working tree, with everything in it, against one base.
import { compare, valid } from 'semver'
import { CoreError } from '../errors.ts'
import type { Change, ChangeKind } from './change.ts'
import { classifyPath } from './classify.ts'
import type { Difference, Repository } from './repository.ts'

/** What to compare, and what to leave out. */
export interface ChangesQuery {
  /** A ref to compare with in place of the last release; `root` is the empty tree. */
  readonly since?: string | undefined
  /** The changelog's path, relative to the folder that was opened. */
  readonly changelogPath: string
  /** The line of the current version's heading in the changelog, if there is one. */
  readonly versionHeading: string | undefined
  /** Whether a path, relative to the folder that was opened, is nobody's work, such as what a writer leaves behind. */
  readonly isOwn: (path: string) => boolean
}

/**
 * Every path that differs from the base, sorted by path in code units, each once: committed, staged, unstaged and
 * untracked work alike. On a branch without commits every file is added.
 * @throws CoreError `repository_unreadable` when it is no repository, or a shallow clone that ends before the last release; `invalid_ref` for `since`
 */
export async function listChanges(repository: Repository, query: ChangesQuery): Promise<Change[]> {
  await repository.refuseSpecialFiles()
  const [prefix, changelog] = await Promise.all([repository.prefix(), repository.locate(query.changelogPath)])
  const isOwn = (path: string) => path.startsWith(prefix) && query.isOwn(path.slice(prefix.length))
  const [differences, untracked] = await Promise.all([
    findBase(repository, changelog.real, query).then((base) => repository.diff(base)),
    repository.untracked(),
  ])
  const kinds = readKinds(differences)
  await addUntracked(repository, kinds, differences, untracked)
  return [...kinds]
    .filter(([path]) => path !== changelog.named && path !== changelog.real && !isOwn(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, type]) => ({ type, path, category: classifyPath(path) }))
}

/** The commit or tree to compare with; where there are no commits, the empty tree. */
async function findBase(repository: Repository, changelog: string, query: ChangesQuery): Promise<string> {
  if (query.since === 'root') return repository.emptyTree()
  if (query.since !== undefined) return repository.resolve(query.since)
  const head = await repository.head()
  if (head === undefined) return repository.emptyTree()
  const [tag, heading, isShallow] = await Promise.all([
    findTag(repository),
    findHeading(repository, changelog, query.versionHeading),
    repository.isShallow(),
  ])
  if (isShallow) await refuseShallow(repository, tag, heading)
  if (tag === undefined || heading === undefined) return tag ?? heading ?? head
  if (await repository.isAncestor(tag, heading)) return heading
  if (await repository.isAncestor(heading, tag)) return tag
  const [tagTime, headingTime] = await Promise.all([repository.timeOf(tag), repository.timeOf(heading)])
  return tagTime >= headingTime ? tag : heading
}

/** The highest SemVer tag that HEAD contains, with or without a `v`. */
async function findTag(repository: Repository): Promise<string | undefined> {
  const versions = (await repository.tags()).filter(({ name }) => valid(name) !== null)
  return versions.sort((a, b) => compare(b.name, a.name))[0]?.hash
}

/** The commit that put the current version's heading into the changelog. */
async function findHeading(
  repository: Repository,
  changelog: string,
  heading: string | undefined,
): Promise<string | undefined> {
  return heading === undefined ? undefined : repository.lastCommitTouching(heading, changelog)
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

function readKinds(differences: readonly Difference[]): Map<string, ChangeKind> {
  return new Map(differences.map(({ status, path }) => [path, readStatus(status)]))
}

function readStatus(status: string): ChangeKind {
  if (status === 'A') return 'Added'
  return status === 'D' ? 'Removed' : 'Changed'
}

/** A path that is untracked but was in the base was only taken out of the index: its content and mode decide. */
async function addUntracked(
  repository: Repository,
  kinds: Map<string, ChangeKind>,
  differences: readonly Difference[],
  untracked: readonly string[],
): Promise<void> {
  const was = new Map(differences.map(({ path, was }) => [path, was]))
  const removed = untracked.filter((path) => kinds.get(path) === 'Removed')
  for (const path of untracked) kinds.set(path, 'Added')
  if (removed.length === 0) return
  for (const [index, now] of (await repository.identify(removed)).entries()) {
    const path = removed[index] ?? ''
    if (now === was.get(path)) kinds.delete(path)
    else kinds.set(path, 'Changed')
  }
}
