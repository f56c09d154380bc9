// Defines what the client uses of time and chance, so that tests can replace it.

/** Time and chance. */
export interface Timers {
  /** Returns the time since the epoch, in milliseconds. */
  readonly now: () => number
  /** Calls a function after a time. Returns a function that cancels the call. */
  readonly schedule: (run: () => void, ms: number) => () => void
  /** Returns a random number from 0 to below 1. */
  readonly random: () => number
}

/** The longest time of a timer of the platform, 24.8 days in milliseconds. A timer with a longer time would run at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The timers of the platform. A time that is longer than theirs, such as `Infinity`, is 24.8 days. */
export const systemTimers: Timers = {
  now: () => Date.now(),
  schedule: (run, ms) => {
    const timer = setTimeout(run, Math.min(ms, MAX_TIMER_MS))
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}

/**
 * Waits.
 * @throws the reason of the signal, as soon as it is aborted
 */
export function wait(ms: number, timers: Timers, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = timers.schedule(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
  })
}
