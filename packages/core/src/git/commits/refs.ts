// Moves refs in a transaction of git: all of them, or none.
import { setTimeout as pause } from 'node:timers/promises'
import type { Git, GitDialogue } from '../repository/index.ts'
import { findBranchRef } from './branch.ts'
import { lockedError, writeError } from './errors.ts'

/** The new value of a ref. */
export interface RefUpdate {
  readonly ref: string
  readonly to: string
  /** The value that the ref must have. Undefined when it must not exist. */
  readonly from: string | undefined
}

/** Refs that are locked and have their old values. */
export interface PreparedRefs {
  /** Gives the refs their new values. @throws GitExitError, GitLimitError when it is not known whether they have them */
  commit(): Promise<void>
  /** Unlocks the refs. They keep their old values. Never throws. */
  abort(): Promise<void>
}

/**
 * Locks refs, and verifies their old values. When this process dies before the commit, git unlocks them.
 * @param message the message of the reflog
 * @param verify checks what must hold while the refs are locked
 * @returns undefined when a ref has another value, or `verify` returns false
 * @throws AppError `git/unexpected_state` when another process has locked a ref, `git/unwritable_repository`
 * @see https://git-scm.com/docs/git-update-ref#_description
 */
export async function prepareRefs(
  git: Git,
  updates: readonly RefUpdate[],
  message: string,
  verify: () => Promise<boolean>,
): Promise<PreparedRefs | undefined> {
  const lines = updates.map(({ ref, to, from }) =>
    from === undefined ? `create ${ref} ${to}` : `update ${ref} ${to} ${from}`,
  )
  const dialogue = await lockRefs(git, lines, message)
  if (!dialogue) return undefined
  const refs = {
    async commit() {
      try {
        await dialogue.ask(['commit'], 1)
      } finally {
        await dialogue.end()
      }
    },
    async abort() {
      await dialogue.ask(['abort'], 1).catch(() => undefined)
      await dialogue.end()
    },
  }
  let isVerified = false
  try {
    isVerified = await verify()
  } finally {
    if (!isVerified) await refs.abort()
  }
  return isVerified ? refs : undefined
}

/** Number of attempts while another process has locked a ref. */
const ATTEMPTS = 5
const PAUSE_MS = 100

/** Starts a transaction and locks its refs. Undefined when a ref has another value. */
async function lockRefs(
  git: Git,
  lines: readonly string[],
  message: string,
): Promise<GitDialogue | undefined> {
  for (let attempt = 1; ; attempt++) {
    const dialogue = await git.openDialogue(['update-ref', '--create-reflog', '-m', message, '--stdin'])
    try {
      // git prints a line for `start` and one for `prepare`.
      await dialogue.ask(['start', ...lines, 'prepare'], 2)
      return dialogue
    } catch (error) {
      await dialogue.end()
      const { stderr = '' } = error as { stderr?: string }
      if (/but expected|reference already exists|unable to resolve reference/.test(stderr)) return undefined
      if (!/\.lock'?: File exists/.test(stderr)) throw writeError('lock the refs', error)
      if (attempt === ATTEMPTS) throw lockedError(stderr)
      await pause(PAUSE_MS)
    }
  }
}

/**
 * Locks HEAD, its branch and other refs. While HEAD is locked, nobody can check out another branch.
 * @param branch the full name of the branch that must be checked out
 */
export function prepareHead(
  git: Git,
  branch: string,
  head: Pick<RefUpdate, 'from' | 'to'>,
  others: readonly RefUpdate[],
  message: string,
): Promise<PreparedRefs | undefined> {
  const updates = [{ ref: 'HEAD', ...head }, ...others]
  return prepareRefs(git, updates, message, async () => (await findBranchRef(git)) === branch)
}

/** The hash that a ref has. Undefined when it does not exist. @throws AppError `git/unreadable_repository` */
export async function findRef(git: Git, ref: string): Promise<string | undefined> {
  const line = await git.runForText('for-each-ref', '--format=%(refname) %(objectname)', ref)
  // The pattern also matches refs in a folder of this name.
  return line
    .split('\n')
    .map((one) => one.split(' '))
    .find(([name]) => name === ref)?.[1]
}
