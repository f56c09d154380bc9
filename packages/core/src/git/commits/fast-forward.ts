// Moves the branch and the working tree to a later commit, without losing what the user has changed.
import { findExitError, type Git } from '../repository/index.ts'
import { stateError } from './errors.ts'
import { assertIndexUnlocked, replaceIndexEntry } from './index-entry.ts'
import { prepareHead } from './refs.ts'

/** The commits to move between, and the file that is replaced by its own rename. */
export interface FastForward {
  readonly branch: string
  readonly from: string
  readonly to: string
  readonly path: string
  /** The entries of the file: in the later commit, and those that it replaces in the index. */
  readonly entry: string | undefined
  readonly replacedEntries: readonly string[]
}

/**
 * Moves the branch and the working tree. The changelog itself is replaced by the caller, because git does not replace files
 * atomically.
 * @param replaceFile replaces the changelog. Returns false when it was changed in the meantime
 * @returns false when something was changed in the meantime
 * @throws AppError `git/unexpected_state` when the user has changed a file that the later commit changes too
 */
export async function fastForward(
  git: Git,
  { branch, from, to, path, entry, replacedEntries }: FastForward,
  replaceFile: () => Promise<boolean>,
): Promise<boolean> {
  const hasOthers = await changesOthers(git, from, to, path)
  await assertIndexUnlocked(git)
  if (hasOthers) await moveFiles(git, from, to, ['-u', '--dry-run'])
  if (!(await replaceFile())) return false
  if (entry !== undefined && !(await replaceIndexEntry(git, path, entry, replacedEntries))) return false
  if (hasOthers || entry === undefined) await moveFiles(git, from, to, ['-u'])
  return moveBranch(git, branch, from, to)
}

/** How long git may take to replace files, in milliseconds. A checkout can be large. */
const MOVE_TIMEOUT_MS = 300_000

async function changesOthers(git: Git, from: string, to: string, path: string): Promise<boolean> {
  const output = await git.runForBytes(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to])
  const changed = output.toString().split('\0').slice(0, -1)
  return changed.some((one) => one !== path)
}

/** Replaces the files that differ between two commits, in the index and in the working tree. */
async function moveFiles(git: Git, from: string, to: string, options: readonly string[]): Promise<void> {
  try {
    // Files whose times differ and whose contents do not are not changed ones.
    const patient = git.with({ timeoutMs: MOVE_TIMEOUT_MS })
    await patient.runForText('update-index', '-q', '--refresh').catch(() => undefined)
    await patient.runForText('read-tree', '-m', ...options, from, to)
  } catch (error) {
    const { stderr = '' } = findExitError(error) ?? {}
    const [line = 'an error'] = stderr.trim().split('\n')
    throw stateError(
      `expected the working tree to follow the remote, got: ${line}; commit, stash or discard the changes`,
    )
  }
}

async function moveBranch(git: Git, branch: string, from: string, to: string): Promise<boolean> {
  const refs = await prepareHead(git, branch, { from, to }, [], 'changelog-service: fast-forward')
  await refs?.commit()
  return refs !== undefined
}
