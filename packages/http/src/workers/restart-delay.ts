// Computes how long a service waits before it replaces a worker that has ended, so that workers that end at once do not
// use the whole machine.

const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 5000
/** A worker that has run for this time was not ended by its start. */
const STABLE_MS = 30_000

/** Creates a function that returns the delay, in milliseconds, after a worker has ended. */
export function createRestartDelay(): (ranForMs: number) => number {
  let nextMs = MIN_DELAY_MS
  return (ranForMs) => {
    const delayMs = ranForMs >= STABLE_MS ? MIN_DELAY_MS : nextMs
    nextMs = Math.min(delayMs * 2, MAX_DELAY_MS)
    return delayMs
  }
}
