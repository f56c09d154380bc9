// Reads HEAD, refs and the ancestry of commits.
import { findExitError, hasExitCode, isSilentExitCode1 } from './errors.ts'
import type { Git } from './repository.ts'

/** What HEAD points to, and whether the history behind it is complete. */
export interface Head {
  /** The hash of HEAD's commit. Undefined on a branch without commits. */
  readonly head: string | undefined
  /** Whether the repository is a shallow clone, which lacks the older commits. */
  readonly isShallow: boolean
}

/** Reads HEAD. @throws AppError `git/unreadable_repository` */
export async function readHead(git: Git): Promise<Head> {
  // On a branch without commits, git prints the first line, and exits with code 1.
  const args = ['rev-parse', '--is-shallow-repository', '--verify', '--quiet', 'HEAD']
  const output = await git.readText(...args).catch((error: unknown) => {
    if (isSilentExitCode1(error)) return findExitError(error)?.stdout ?? ''
    throw error
  })
  const [isShallow, head] = output.split('\n')
  return { head: head || undefined, isShallow: isShallow === 'true' }
}

/** Checks whether `ancestor` is an ancestor of `descendant` or the same commit. @throws AppError `git/unreadable_repository` */
export async function isAncestor(git: Git, ancestor: string, descendant: string): Promise<boolean> {
  return git.readText('merge-base', '--is-ancestor', ancestor, descendant).then(
    () => true,
    (error: unknown) => {
      if (isSilentExitCode1(error)) return false
      throw error
    },
  )
}

/** Whether the repository has a commit. `git gc` removes one that no ref points to. @throws AppError `git/unreadable_repository` */
export async function hasCommit(git: Git, commit: string): Promise<boolean> {
  return git.readText('cat-file', '-e', `${commit}^{commit}`).then(
    () => true,
    (error: unknown) => {
      if (hasExitCode(error)) return false
      throw error
    },
  )
}

/** Returns the hash of a ref. Undefined when it does not exist. @throws AppError `git/unreadable_repository` */
export async function findRef(git: Git, ref: string): Promise<string | undefined> {
  const line = await git.readText('for-each-ref', '--format=%(refname) %(objectname)', ref)
  // The pattern also matches refs in a folder of this name.
  return line
    .split('\n')
    .map((one) => one.split(' '))
    .find(([name]) => name === ref)?.[1]
}
