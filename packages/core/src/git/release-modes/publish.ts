// Makes a commit and a tag visible: moves the refs in a transaction of git, and lets the index follow.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findExitError, lockedError, writeError } from '../errors.ts'
import { findRef } from '../history.ts'
import type { Git } from '../repository.ts'
import type { GitDialogue } from '../write.ts'
import { findBranchRef, findIndexEntry } from './base.ts'
import type { Plan } from './plan.ts'

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

/** How long to wait for a lock of another process. */
const ATTEMPTS = 10
const PAUSE_MS = 100

/**
 * Locks refs, and verifies their old values. When this process dies before the commit, git unlocks them.
 * @param message the message of the reflog
 * @returns undefined when a ref has another value
 * @throws AppError `git/unexpected_state` when another process has locked a ref, `git/unwritable_repository`
 * @see https://git-scm.com/docs/git-update-ref#_description
 */
export async function prepareRefs(
  git: Git,
  updates: readonly RefUpdate[],
  message: string,
): Promise<PreparedRefs | undefined> {
  const lines = updates.map(({ ref, to, from }) =>
    from === undefined ? `create ${ref} ${to}` : `update ${ref} ${to} ${from}`,
  )
  const dialogue = await lockRefs(git, lines, message)
  return (
    dialogue && {
      async commit() {
        await dialogue.ask(['commit'], 1).finally(() => dialogue.end())
      },
      async abort() {
        await dialogue.ask(['abort'], 1).catch(() => undefined)
        await dialogue.end()
      },
    }
  )
}

/** Starts a transaction and locks its refs. Undefined when a ref has another value. */
async function lockRefs(
  git: Git,
  lines: readonly string[],
  message: string,
): Promise<GitDialogue | undefined> {
  for (let attempt = 1; ; attempt++) {
    const dialogue = git.openDialogue(['update-ref', '--create-reflog', '-m', message, '--stdin'])
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
 * @returns undefined when another branch is checked out, or a ref has another value
 */
export async function prepareHead(
  git: Git,
  branch: string,
  head: Pick<RefUpdate, 'from' | 'to'>,
  others: readonly RefUpdate[],
  message: string,
): Promise<PreparedRefs | undefined> {
  const refs = await prepareRefs(git, [{ ref: 'HEAD', ...head }, ...others], message)
  if (!refs) return undefined
  const checkedOut = await findBranchRef(git).catch(async (error: unknown) => {
    await refs.abort()
    throw error
  })
  if (checkedOut === branch) return refs
  await refs.abort()
  return undefined
}

/** Locks the branch and the tag of a plan. Undefined when they do not have the expected values. */
export async function preparePlan(git: Git, plan: Plan): Promise<PreparedRefs | undefined> {
  const { branch, parent, commit, tag } = plan
  const message = `changelog-service: ${tag?.name ?? 'update'}`
  const tags =
    tag && !(await hasPlannedTag(git, plan))
      ? [{ ref: `refs/tags/${tag.name}`, from: undefined, to: tag.object }]
      : []
  return prepareHead(git, branch, { from: parent, to: commit }, tags, message)
}

/** Whether the tag of a plan exists: a fetch after a lost connection, or a process that died, can have created it. */
export async function hasPlannedTag(git: Git, { tag }: Plan): Promise<boolean> {
  return tag !== undefined && (await findRef(git, `refs/tags/${tag.name}`)) === tag.object
}

/**
 * Waits until no other process has locked the index, such as a `git commit` with an open editor.
 * @throws AppError `git/unexpected_state` when it stays locked
 */
export async function assertIndexUnlocked(git: Git): Promise<void> {
  const path = join(git.gitDirectory, 'index.lock')
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!existsSync(path)) return
    await pause(PAUSE_MS)
  }
  throw lockedError(`${path}.`)
}

/**
 * Replaces the entry of a file in the index, when it is one of the given ones or missing. Otherwise the next commit of the user
 * would revert the changelog.
 * @param entry the mode and the hash, separated by a space
 * @returns false when the index stays locked
 */
export async function replaceIndexEntry(
  git: Git,
  { path, entry, replacedEntries }: Pick<Plan, 'path' | 'entry' | 'replacedEntries'>,
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const current = await findIndexEntry(git, path)
    if (current !== undefined && !replacedEntries.includes(current)) return true
    try {
      // With the times of the file, commands that only compare times find no difference.
      const info = `${entry.replace(' ', ',')},${path}`
      await git.write(['update-index', '-q', '--add', '--cacheinfo', info, '--refresh'])
      return true
    } catch (error) {
      // With `-q`, git says nothing about a lock.
      const { exitCode, stderr = '' } = findExitError(error) ?? {}
      if (exitCode !== 128 || !(stderr === '' || stderr.includes('index.lock'))) throw error
      await pause(PAUSE_MS)
    }
  }
  return false
}
