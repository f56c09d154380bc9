// Finds the branch on which changes are recorded. It is the one that is checked out.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Git, isSilentExitCode1, readHeadState } from '../repository/index.ts'
import { stateError } from './errors.ts'

/** The branch that is checked out. */
export interface Branch {
  /** The full name, such as `refs/heads/main`. */
  readonly ref: string
  /** The hash of its last commit. Undefined for a branch without commits. */
  readonly head: string | undefined
}

/** The files of a git directory that exist during an operation. @see https://git-scm.com/docs/gitrepository-layout */
const OPERATIONS: readonly (readonly [file: string, name: string])[] = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase or git am'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['BISECT_LOG', 'a bisect'],
]

/**
 * Finds the branch that is checked out.
 * @throws AppError `git/unexpected_state` when HEAD is detached, or an operation such as a merge is in progress
 */
export async function findBranch(git: Git): Promise<Branch> {
  const gitDirectory = await git.directory()
  for (const [file, name] of OPERATIONS) {
    if (!(await exists(join(gitDirectory, file)))) continue
    throw stateError(`expected no operation in progress, got ${name}; complete or abort it`)
  }
  const ref = await findBranchRef(git)
  if (ref === undefined)
    throw stateError('expected a branch to be checked out, got a detached HEAD; check out a branch')
  const { head } = await readHeadState(git)
  return { ref, head }
}

/** The full name of the branch that is checked out. Undefined when HEAD is detached. */
export async function findBranchRef(git: Git): Promise<string | undefined> {
  const ref = await git.runForText('symbolic-ref', '--quiet', 'HEAD').catch((error: unknown) => {
    if (isSilentExitCode1(error)) return ''
    throw error
  })
  return ref.trim() || undefined
}

/** Whether a file exists. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** The name of a branch without `refs/heads/`. */
export function shortName(ref: string): string {
  return ref.replace(/^refs\/heads\//, '')
}
