// Finds the commit or tree to compare with: the last release, unless the caller passes a ref.
import { compare, valid } from 'semver'
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import type { Repository } from '../repository/index.ts'

/** What to compare with. */
export interface BaseQuery {
  /** The ref to compare with instead of the last release. `root` is the empty tree. */
  readonly since?: string | undefined
  /** The line with the heading of the current version in the changelog, if there is one. */
  readonly versionHeading: string | undefined
}

/**
 * Finds the base: `since` if given. Otherwise the newer of the highest SemVer tag that HEAD contains and the commit
 * that added the version heading; HEAD when there is neither, and the empty tree when there is no commit.
 * @param changelog the path of the changelog, relative to the root of the repository
 * @returns the hash of a commit or tree
 * @throws AppError `git/unreadable_repository`, `git/invalid_ref`
 */
export async function findBase(repository: Repository, changelog: string, query: BaseQuery): Promise<string> {
  if (query.since === 'root') return repository.emptyTree()
  if (query.since !== undefined) return repository.resolve(query.since)
  const head = await repository.head()
  if (head === undefined) return repository.emptyTree()
  const [tag, heading, isShallow] = await Promise.all([
    findVersionTag(repository),
    findHeadingCommit(repository, changelog, query.versionHeading),
    repository.isShallow(),
  ])
  if (isShallow) await refuseIncompleteHistory(repository, tag, heading)
  if (tag === undefined || heading === undefined) return tag ?? heading ?? head
  if (await repository.isAncestor(tag, heading)) return heading
  if (await repository.isAncestor(heading, tag)) return tag
  const [tagTime, headingTime] = await Promise.all([
    repository.commitTime(tag),
    repository.commitTime(heading),
  ])
  return tagTime >= headingTime ? tag : heading
}

/** The highest SemVer tag that HEAD contains, with or without a leading `v`. */
async function findVersionTag(repository: Repository): Promise<string | undefined> {
  const versions = (await repository.tags()).filter(({ name }) => valid(name) !== null)
  return versions.sort((a, b) => compare(b.name, a.name))[0]?.hash
}

/** The commit that added the heading of the current version to the changelog. */
async function findHeadingCommit(
  repository: Repository,
  changelog: string,
  heading: string | undefined,
): Promise<string | undefined> {
  return heading === undefined ? undefined : repository.lastCommitTouching(heading, changelog)
}

/** A commit at the boundary of a shallow history seems to add every file, so the heading found there proves nothing. */
async function refuseIncompleteHistory(
  repository: Repository,
  tag: string | undefined,
  heading: string | undefined,
): Promise<void> {
  if (tag !== undefined) return
  if (heading !== undefined && !(await repository.parentlessCommits()).has(heading)) return
  throw new AppError(
    GIT_ERRORS.unreadable_repository,
    'expected the history back to the last release, got a shallow clone without it: fetch the whole history with its tags (git fetch --unshallow --tags), or pass a ref to compare with (?since=<ref>)',
  )
}
