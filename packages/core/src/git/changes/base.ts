// Finds the base of a list of changes: the commit or tree to compare with. The default is the last release.
import { compare, valid } from 'semver'
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import type { Repository } from '../repository/index.ts'

/** Selects the base. */
export interface BaseQuery {
  /** The ref to compare with instead of the last release. `root` selects the empty tree. */
  readonly since?: string | undefined
  /** The line of the changelog that contains the heading of the current version, if any. */
  readonly versionHeading: string | undefined
}

/**
 * Finds the base. Without `since`, the base is the newer one of two commits: the highest SemVer tag that is
 * reachable from HEAD, and the last commit that added or removed the version heading. When there is neither,
 * the base is HEAD. When there is no commit, the base is the empty tree.
 * @param changelog the path of the changelog, relative to the root of the repository
 * @returns the hash of the base. Undefined for HEAD, or the empty tree on a branch without commits
 * @throws AppError `git/unreadable_repository`, `git/invalid_ref`
 */
export async function findBase(
  repository: Repository,
  changelog: string,
  query: BaseQuery,
): Promise<string | undefined> {
  if (query.since === 'root') return repository.emptyTree()
  if (query.since !== undefined) return repository.resolve(query.since)
  const found = await Promise.all([
    findVersionTag(repository),
    findHeadingCommit(repository, changelog, query.versionHeading),
  ]).catch(async (error: unknown) => {
    const { head } = await repository.headState().catch(() => {
      throw error
    })
    // On a branch without commits, there is nothing to search.
    if (head === undefined) return undefined
    throw error
  })
  if (!found) return undefined
  const [tag, heading] = found
  // With its tag, the last release is in the history.
  if (tag === undefined) await assertHistoryReachesRelease(repository, heading)
  return findNewer(repository, tag, heading)
}

/** Returns the newer one of two commits: the descendant of the other one, or the one that was committed later. */
async function findNewer(
  repository: Repository,
  tag: string | undefined,
  heading: string | undefined,
): Promise<string | undefined> {
  if (tag === undefined || heading === undefined || tag === heading) return tag ?? heading
  if (await repository.isAncestor(tag, heading)) return heading
  if (await repository.isAncestor(heading, tag)) return tag
  const [tagTime, headingTime] = await Promise.all([
    repository.commitTime(tag),
    repository.commitTime(heading),
  ])
  return tagTime >= headingTime ? tag : heading
}

/** Returns the hash of the highest SemVer tag that is reachable from HEAD. A tag can start with `v`. */
async function findVersionTag(repository: Repository): Promise<string | undefined> {
  const versions = (await repository.tags()).filter(({ name }) => valid(name) !== null)
  return versions.sort((a, b) => compare(b.name, a.name))[0]?.hash
}

/** Returns the last commit that added the heading of the current version to the changelog, or removed it. */
async function findHeadingCommit(
  repository: Repository,
  changelog: string,
  heading: string | undefined,
): Promise<string | undefined> {
  return heading === undefined ? undefined : repository.lastCommitChangingText(heading, changelog)
}

/**
 * Rejects a shallow clone that may lack the last release. The oldest commits of a shallow clone seem to add
 * every file, so a heading in one of them may have been added earlier.
 */
async function assertHistoryReachesRelease(
  repository: Repository,
  heading: string | undefined,
): Promise<void> {
  if (!(await repository.headState()).isShallow) return
  if (heading !== undefined && !(await repository.rootCommits()).has(heading)) return
  throw new AppError(
    GIT_ERRORS.unreadable_repository,
    'expected the history back to the last release, got a shallow clone that ends before it; fetch the history and the tags (git fetch --unshallow --tags), or pass a ref to compare with (?since=<ref>)',
  )
}
