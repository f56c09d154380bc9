// Reads commits, tags and the ancestry of commits.
import type { Git } from './git.ts'
import type { HeadState, Tag } from './repository.ts'
import { findExitError, isSilentExitCode1 } from './run-git.ts'

/**
 * Returns the state of HEAD.
 * @throws AppError `git/unreadable_repository`
 */
export async function readHeadState(git: Git): Promise<HeadState> {
  // On a branch without commits, git prints the first line, and exits with code 1.
  const args = ['rev-parse', '--is-shallow-repository', '--verify', '--quiet', 'HEAD']
  const output = await git.runForText(...args).catch((error: unknown) => {
    if (isSilentExitCode1(error)) return findExitError(error)?.stdout ?? ''
    throw error
  })
  const [isShallow, head] = output.split('\n')
  return { head: head || undefined, isShallow: isShallow === 'true' }
}

/**
 * Lists the commits without a parent in the history of HEAD.
 * @throws AppError `git/unreadable_repository`
 */
export async function listRootCommits(git: Git): Promise<ReadonlySet<string>> {
  const lines = (await git.runForText('log', '--format=%H %P', 'HEAD')).trimEnd().split('\n')
  return new Set(lines.filter((line) => !line.trim().includes(' ')).map((line) => line.trim()))
}

/**
 * Lists the tags that are reachable from HEAD.
 * @throws AppError `git/unreadable_repository`
 */
export async function listTags(git: Git): Promise<Tag[]> {
  const format = '--format=%(refname:strip=2) %(objectname)'
  const lines = (await git.runForText('for-each-ref', '--merged=HEAD', format, 'refs/tags')).split('\n')
  // The name of a ref contains no space and no line break.
  return lines.slice(0, -1).map((line) => {
    const [name = '', hash = ''] = line.split(' ')
    return { name, hash }
  })
}

/**
 * Finds the newest commit in the history of HEAD that changed how often `text` occurs in a file. Renames of
 * the file are followed.
 * @throws AppError `git/unreadable_repository`
 */
export async function findLastCommitChangingText(
  git: Git,
  text: string,
  path: string,
): Promise<string | undefined> {
  const search = (...options: string[]) =>
    git.runForText('log', '-1', ...options, `-S${text}`, '--no-textconv', '--no-ext-diff', 'HEAD', '--', path)
  // Following renames compares whole trees, so it is done only when the commit may have renamed the file, has removed it, or is
  // not found.
  const [commit = '', , change = ''] = (
    await search('--full-history', '--no-renames', '--name-status', '--format=%H %P')
  ).split('\n')
  const [hash, parent] = commit.split(' ')
  const isOfThisFile = change.startsWith('M') || (change.startsWith('A') && !parent)
  if (hash && isOfThisFile) return hash
  return (await search('--follow', '--format=%H')).trim() || undefined
}

/**
 * Checks whether `ancestor` is an ancestor of `descendant` or the same commit.
 * @throws AppError `git/unreadable_repository`
 */
export async function isAncestor(git: Git, ancestor: string, descendant: string): Promise<boolean> {
  return (await runOrUndefined(git, 'merge-base', '--is-ancestor', ancestor, descendant)) !== undefined
}

/**
 * Returns the committer time of a commit, in seconds since 1970.
 * @throws AppError `git/unreadable_repository`
 */
export async function readCommitTime(git: Git, commit: string): Promise<number> {
  return Number(await git.runForText('log', '-1', '--format=%ct', commit))
}

/** Runs git. Returns undefined when git exits with code 1 and prints no error. */
async function runOrUndefined(git: Git, ...args: string[]): Promise<string | undefined> {
  return git.runForText(...args).catch((error: unknown) => {
    if (isSilentExitCode1(error)) return undefined
    throw error
  })
}
