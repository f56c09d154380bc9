// One writer between processes: a folder beside the file that only one of them can make.
import { lock } from 'proper-lockfile'
import { CoreError } from '../errors.ts'
import { codeOf, unwritable } from './file-failures.ts'

const STALE_LOCK_MS = 3000
const LOCK_RETRIES = { retries: 600, factor: 1.1, minTimeout: 5, maxTimeout: 60, randomize: true }

/**
 * Works while no other process does. `assertLocked` is to be called right before what must not happen twice.
 * @throws CoreError `changelog_locked` when another process does not let go, or took the lock over
 */
export async function withLock<T>(
  path: string,
  shown: string,
  work: (assertLocked: () => void) => Promise<T>,
): Promise<T> {
  let lost = false
  const assertLocked = () => {
    if (lost)
      throw new CoreError('changelog_locked', `${shown}: expected to be the only writer, but lost the lock`)
  }
  const release = await lock(path, {
    realpath: false,
    stale: STALE_LOCK_MS,
    update: STALE_LOCK_MS / 3,
    retries: LOCK_RETRIES,
    onCompromised: () => {
      lost = true
    },
  }).catch((error) => {
    if (codeOf(error) !== 'ELOCKED') throw unwritable(shown, error)
    throw new CoreError(
      'changelog_locked',
      `${shown}: another process has been writing for too long; try again`,
    )
  })
  try {
    return await work(assertLocked)
  } finally {
    await release().catch(() => undefined)
  }
}
