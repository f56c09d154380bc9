// Makes a planned commit and its tag visible: moves the refs in a transaction of git, and lets the index follow. Completes that when
// it was interrupted.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findExitError, hasExitCode, lockedError, writeError } from '../errors.ts'
import { findRef, isAncestor, readIf } from '../history.ts'
import type { Git } from '../repository.ts'
import type { GitDialogue } from '../write.ts'
import { findBranchRef, findIndexEntry } from './current-state.ts'
import type { Plan } from './plan.ts'

/** The new value of a ref. */
interface RefUpdate {
  readonly ref: string
  readonly to: string
  /** The value that the ref must have. Undefined when it must not exist. */
  readonly from: string | undefined
}

/** How long to wait for a lock of another process. */
const ATTEMPTS = 10
const PAUSE_MS = 100

/**
 * Locks refs, verifies their old values, does a task, and gives the refs their new values. When the task fails, or this process dies
 * before that, git unlocks them. While HEAD is locked, nobody can check out another branch.
 * @param branch the full name of the branch that must be checked out, when HEAD is one of the refs
 * @param message the message of the reflog
 * @param task returns false when the refs must keep their old values
 * @returns whether the refs have their new values. False also when a ref had another value, and the task was not done
 * @throws AppError `git/unexpected_state` when another process has locked a ref, `git/unwritable_repository`; GitExitError,
 * GitLimitError when it is not known whether the refs have their new values
 * @see https://git-scm.com/docs/git-update-ref#_description
 */
export async function moveRefs(
  git: Git,
  branch: string | undefined,
  updates: readonly RefUpdate[],
  message: string,
  task = async () => true,
): Promise<boolean> {
  const lines = updates.map(({ ref, to, from }) =>
    from === undefined ? `create ${ref} ${to}` : `update ${ref} ${to} ${from}`,
  )
  const dialogue = await lockRefs(git, lines, message)
  if (!dialogue) return false
  try {
    if (branch !== undefined && (await findBranchRef(git)) !== branch) return false
    if (!(await task())) return false
    await dialogue.ask(['commit'], 1)
    return true
  } finally {
    // Without a commit, git unlocks the refs.
    await dialogue.end()
  }
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
 * Replaces the file and the entry of the index while the refs are locked, and then moves the branch and creates the tag.
 * @returns false when the file or a ref was changed in the meantime. Nothing is changed then
 */
export async function publishPlan(
  git: Git,
  plan: Plan,
  replaceFile: () => Promise<boolean>,
): Promise<boolean> {
  const { branch, parent, commit, tag } = plan
  const head = { ref: 'HEAD', from: parent, to: commit }
  const tags = tag && !(await hasPlannedTag(git, plan)) ? [createTag(tag)] : []
  return moveRefs(git, branch, [head, ...tags], `changelog-service: ${tag?.name ?? 'update'}`, async () => {
    if (!(await replaceFile())) return false
    // An index that another process has locked follows with the next edit.
    await replaceIndexEntry(git, plan).catch(() => false)
    return true
  })
}

function createTag({ name, object }: NonNullable<Plan['tag']>): RefUpdate {
  return { ref: `refs/tags/${name}`, from: undefined, to: object }
}

/** Whether the tag of a plan exists: a fetch after a lost connection, or a process that died, can have created it. */
async function hasPlannedTag(git: Git, { tag }: Plan): Promise<boolean> {
  return tag !== undefined && (await findRef(git, `refs/tags/${tag.name}`)) === tag.object
}

/** Waits until no other process has locked the index, such as a `git commit` with an open editor. */
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
    const { entry: current } = await findIndexEntry(git, path)
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

/** The state of the file after an interrupted plan: as before it, as after it, or another one. */
export type FileState = 'before' | 'after' | 'other'

/** How an interrupted plan ended. */
export type Decision = 'done' | 'not_done' | 'undecided'

/** Completes an interrupted plan, or finds that it did not take effect. @throws AppError `git/unexpected_state` when a lock prevents it for now */
export async function completePlan(git: Git, plan: Plan, state: FileState): Promise<Decision> {
  const { commit, parent, branch, tag } = plan
  // `git gc` removes objects that no ref points to.
  if ((await readIf(git, hasExitCode, 'cat-file', '-e', `${commit}^{commit}`)) === undefined)
    return state === 'before' ? 'not_done' : 'undecided'
  const head = await findRef(git, branch)
  const tagged = tag && (await findRef(git, `refs/tags/${tag.name}`))
  const hasTag = await hasPlannedTag(git, plan)
  const isCommitted = head !== undefined && (await isAncestor(git, commit, head))
  if (tagged !== undefined && !hasTag) return !isCommitted && state === 'before' ? 'not_done' : 'undecided'
  if (isCommitted) {
    // After a power failure, one of the two refs can have its old value.
    if (tag && !hasTag) await moveRefs(git, undefined, [createTag(tag)], 'changelog-service')
    await replaceIndexEntry(git, plan)
    return 'done'
  }
  if (state === 'before' && !hasTag) return 'not_done'
  if (state !== 'after' || head !== parent || (await findBranchRef(git)) !== branch) return 'undecided'
  return (await publishPlan(git, plan, async () => true)) ? 'done' : 'undecided'
}
