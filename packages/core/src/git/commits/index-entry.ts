// Keeps the entry of the changelog in the index equal to the one of the commit. Otherwise the next commit of the user would
// revert the changelog. Other entries are not touched.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findExitError, type Git } from '../repository/index.ts'
import { exists } from './branch.ts'
import { lockedError } from './errors.ts'

/**
 * Reads the entry of a file in the index: its mode and hash, separated by a space. Undefined when there is none.
 * @throws AppError `git/unreadable_repository`
 */
export async function findIndexEntry(git: Git, path: string): Promise<string | undefined> {
  const output = (await git.runForBytes(['ls-files', '--stage', '-z', '--full-name', '--', path])).toString(
    'latin1',
  )
  const [mode, hash] = output.slice(0, output.indexOf('\t')).split(' ')
  return hash === undefined ? undefined : `${mode} ${hash}`
}

/**
 * Waits until no other process has locked the index, such as a `git commit` with an open editor.
 * @throws AppError `git/unexpected_state` when it stays locked
 */
export async function assertIndexUnlocked(git: Git): Promise<void> {
  const path = join(await git.directory(), 'index.lock')
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!(await exists(path))) return
    await pause(PAUSE_MS)
  }
  throw lockedError(`${path}.`)
}

/** Number of attempts while another process has locked the index. */
const ATTEMPTS = 10
const PAUSE_MS = 100

/**
 * Replaces the entry of a file in the index, when it is one of the given ones or missing.
 * @returns false when the index stays locked
 */
export async function replaceIndexEntry(
  git: Git,
  path: string,
  entry: string,
  replacedEntries: readonly string[],
): Promise<boolean> {
  const [mode, hash] = entry.split(' ')
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const current = await findIndexEntry(git, path)
    if (current !== undefined && !replacedEntries.includes(current)) return true
    try {
      // With the times of the file, commands that only compare times find no difference.
      const info = `${mode},${hash},${path}`
      await git.runForText('update-index', '-q', '--add', '--cacheinfo', info, '--refresh')
      return true
    } catch (error) {
      if (!/index\.lock/.test(findExitError(error)?.stderr ?? '')) throw error
      await pause(PAUSE_MS)
    }
  }
  return false
}
