// Repeats requests. The caller of this module makes sure that a repeated request has the same effect as one.
import { ApiError, InvalidResponseError, NetworkError } from '../errors.ts'
import type { RetryOptions } from '../options.ts'
import { type Timers, wait } from '../timers.ts'

const DEFAULT_ATTEMPTS = 4
const DEFAULT_TOTAL_MS = 60_000

/** The statuses of errors that pass: too many requests, bad gateway, unavailable, gateway timeout. */
const PASSING = [429, 502, 503, 504]

/** The delay before the second attempt without `Retry-After`, in milliseconds. It doubles with each attempt. */
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 8000

/** Runs an attempt until it succeeds, until its error is permanent, or until a limit is reached. */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { attempts = DEFAULT_ATTEMPTS, totalMs = DEFAULT_TOTAL_MS }: RetryOptions,
  timers: Timers,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const startMs = timers.now()
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (count >= attempts || !isPassing(error)) throw error
      const delayMs = delayAfter(error, count, timers)
      if (timers.now() + delayMs - startMs > totalMs) throw error
      await wait(delayMs, timers, signal)
    }
  }
}

/** Whether another attempt can succeed. */
function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  if (!(error instanceof ApiError || error instanceof InvalidResponseError)) return false
  // A conflict passes when the service says so: another request has the lock or the same idempotency key.
  return PASSING.includes(error.status) || (error.status === 409 && error.retryAfterSeconds !== undefined)
}

/** Returns the time until the next attempt, in milliseconds. Half of it is random, so that clients do not retry together. */
function delayAfter(error: unknown, count: number, timers: Timers): number {
  const { retryAfterSeconds } = error as { retryAfterSeconds?: number }
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000
  const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - 1))
  return (delayMs * (1 + timers.random())) / 2
}
