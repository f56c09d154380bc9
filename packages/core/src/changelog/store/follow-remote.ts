// Lets readers follow the remote: before a read, the clone is updated when its state is older than a maximum age.
import { setTimeout as pause } from 'node:timers/promises'
import type { VersionControl } from '../../git/index.ts'

/** Maximum time that a read waits for an update, in milliseconds. The update goes on, for later reads. */
const MAX_WAIT_MS = 1000
/** How many times longer the state of the clone is served after an update that failed. */
const FAILURE_FACTOR = 6

/**
 * Creates a function that updates the clone when that is due. It never throws. Concurrent calls share an update.
 * @param update updates the clone
 * @param now the time in milliseconds
 * @param onError called with the error of an update; the state of the clone is read then
 */
export function createFollower(
  versionControl: VersionControl | undefined,
  update: () => Promise<void>,
  now: () => number,
  onError: (error: unknown) => void = () => {},
): () => Promise<void> {
  if (!versionControl?.isShared) return async () => {}
  const { maxAgeMs } = versionControl
  let dueAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  const run = async () => {
    let factor = 1
    await update().catch((error: unknown) => {
      factor = FAILURE_FACTOR
      onError(error)
    })
    dueAt = now() + maxAgeMs * factor
    running = undefined
  }
  return async () => {
    if (!running && now() < dueAt) return
    running ??= run()
    await Promise.race([running, pause(MAX_WAIT_MS, undefined, { ref: false })])
  }
}
