// Finds the base of a list of changes: the commit or tree to compare with. The default is the last release.
import { compare, valid } from 'semver'
import { repositoryError } from '../errors.ts'
import { isAncestor, readHead, resolveRef } from '../history.ts'
import type { Git } from '../repository.ts'

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
 * @returns the hash of the base
 * @throws AppError `git/unreadable_repository`, `git/invalid_ref`
 */
export async function findBase(
  git: Git,
  changelog: string,
  { since, versionHeading }: BaseQuery,
): Promise<string> {
  if (since !== undefined && since !== 'root') return resolveRef(git, since)
  const { head, isShallow } = await readHead(git)
  if (head === undefined || since === 'root')
    return (await git.readText('hash-object', '-t', 'tree', '/dev/null')).trim()
  const [tag, heading] = await Promise.all([
    findVersionTag(git),
    versionHeading && findHeadingCommit(git, changelog, versionHeading),
  ])
  // With its tag, the last release is in the history.
  if (isShallow && tag === undefined) await assertHistoryReachesRelease(git, heading)
  return (await findNewer(git, tag, heading)) ?? head
}

/** Returns the newer one of two commits: the descendant of the other one, or the one that was committed later. */
async function findNewer(
  git: Git,
  tag: string | undefined,
  heading: string | undefined,
): Promise<string | undefined> {
  if (!tag || !heading || tag === heading) return tag || heading
  if (await isAncestor(git, tag, heading)) return heading
  if (await isAncestor(git, heading, tag)) return tag
  const readTime = async (commit: string) => Number(await git.readText('log', '-1', '--format=%ct', commit))
  return (await readTime(tag)) >= (await readTime(heading)) ? tag : heading
}

/** Returns the hash of the highest SemVer tag that is reachable from HEAD. A tag can start with `v`. */
async function findVersionTag(git: Git): Promise<string | undefined> {
  const format = '--format=%(refname:strip=2) %(objectname)'
  const output = await git.readText('for-each-ref', '--merged=HEAD', format, 'refs/tags')
  // The name of a ref contains no space and no line break.
  const tags = output.split('\n').map((line) => line.split(' ') as [name: string, hash: string])
  const versions = tags.filter(([name]) => valid(name) !== null)
  return versions.sort(([a], [b]) => compare(b, a))[0]?.[1]
}

/**
 * Returns the newest commit that changed how often the heading occurs in the changelog. Renames of the changelog
 * are followed.
 */
async function findHeadingCommit(git: Git, changelog: string, heading: string): Promise<string | undefined> {
  const search = (...options: string[]) =>
    git.readText(
      ...['log', '-1', ...options, `-S${heading}`, '--no-textconv', '--no-ext-diff', 'HEAD', '--', changelog],
    )
  // Following renames compares whole trees, which takes as long as the list itself in a large repository. It is done only when the
  // commit may have renamed the file, has removed it, or is not found.
  const [commit = '', , change = ''] = (
    await search('--full-history', '--no-renames', '--name-status', '--format=%H %P')
  ).split('\n')
  const [hash, parent] = commit.split(' ')
  if (hash && (change.startsWith('M') || (change.startsWith('A') && !parent))) return hash
  return (await search('--follow', '--format=%H')).trim() || undefined
}

/**
 * Rejects a shallow clone that may lack the last release. The oldest commits of a shallow clone seem to add
 * every file, so a heading in one of them may have been added earlier.
 */
async function assertHistoryReachesRelease(git: Git, heading: string | undefined): Promise<void> {
  const lines = (await git.readText('log', '--format=%H %P', 'HEAD')).trimEnd().split('\n')
  const oldest = lines.map((line) => line.trim()).filter((line) => !line.includes(' '))
  if (heading && !oldest.includes(heading)) return
  throw repositoryError(
    'expected the history back to the last release, got a shallow clone that ends before it; fetch the history and the tags (git fetch --unshallow --tags), or pass a ref to compare with (?since=<ref>)',
  )
}
