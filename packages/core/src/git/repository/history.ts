// Reads commits, tags and their order.
import type { Git } from './git.ts'
import type { Tag } from './repository.ts'
import { isNegativeResult } from './run-git.ts'

/** The commit of HEAD; undefined on a branch without commits. */
export async function findHead(git: Git): Promise<string | undefined> {
  return (await textIfPositive(git, 'rev-parse', '--verify', '--quiet', 'HEAD'))?.trim()
}

/** Whether the history was cut off when the repository was cloned. */
export async function isShallow(git: Git): Promise<boolean> {
  return (await git.text('rev-parse', '--is-shallow-repository')).trim() === 'true'
}

/** The commits of HEAD's history without a parent. */
export async function listParentlessCommits(git: Git): Promise<ReadonlySet<string>> {
  const lines = (await git.text('log', '--format=%H %P', 'HEAD')).trimEnd().split('\n')
  return new Set(lines.filter((line) => !line.trim().includes(' ')).map((line) => line.trim()))
}

/** The tags that HEAD contains. */
export async function listTags(git: Git): Promise<Tag[]> {
  const format = '--format=%(refname:strip=2) %(objectname)'
  const lines = (await git.text('for-each-ref', '--merged=HEAD', format, 'refs/tags')).split('\n')
  // The name of a ref contains no space and no line break.
  return lines.slice(0, -1).map((line) => {
    const [name = '', hash = ''] = line.split(' ')
    return { name, hash }
  })
}

/** The newest commit of HEAD's history that changed how often `text` occurs in a file; renames are followed. */
export async function findLastCommitTouching(
  git: Git,
  text: string,
  path: string,
): Promise<string | undefined> {
  const search = ['log', '-1', '--follow', '--format=%H', `-S${text}`, '--no-textconv', '--no-ext-diff']
  return (await git.text(...search, 'HEAD', '--', path)).trim() || undefined
}

/** Whether `ancestor` is an ancestor of `descendant`, or the same commit. */
export async function isAncestor(git: Git, ancestor: string, descendant: string): Promise<boolean> {
  return (await textIfPositive(git, 'merge-base', '--is-ancestor', ancestor, descendant)) !== undefined
}

/** When a commit was made, in seconds since 1970. */
export async function readCommitTime(git: Git, commit: string): Promise<number> {
  return Number(await git.text('log', '-1', '--format=%ct', commit))
}

async function textIfPositive(git: Git, ...args: string[]): Promise<string | undefined> {
  return git.text(...args).catch((error: unknown) => {
    if (isNegativeResult(error)) return undefined
    throw error
  })
}
