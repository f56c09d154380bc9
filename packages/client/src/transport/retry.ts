// Repeats requests. The caller of this module makes sure that a repeated request has the same effect as one.
import { ApiError, InvalidResponseError, NetworkError } from '../errors.ts'
import type { RetryOptions } from '../options.ts'

/** The statuses of errors that pass: too many requests, bad gateway, unavailable, gateway timeout. */
const PASSING = [429, 502, 503, 504]

/** The delay before the second attempt without `Retry-After`, in milliseconds. It doubles with each attempt. */
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 8000

/** Runs an attempt until it succeeds, until its error is permanent, or until a limit is reached. */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { attempts = 4, totalMs = 60_000 }: RetryOptions,
  signal: AbortSignal,
): Promise<Result> {
  const startMs = Date.now()
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (count >= attempts || !isPassing(error)) throw error
      const delayMs = delayAfter(error, count)
      if (Date.now() + delayMs - startMs > totalMs) throw error
      let timer: ReturnType<typeof setTimeout> | undefined
      const delay = new Promise((resolve) => {
        timer = setTimeout(resolve, delayMs)
      })
      await waitUnlessAborted(delay, signal).finally(() => clearTimeout(timer))
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
function delayAfter(error: unknown, count: number): number {
  const { retryAfterSeconds } = error as { retryAfterSeconds?: number }
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000
  const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - 1))
  return (delayMs * (1 + Math.random())) / 2
}

/** Waits for a promise. @throws the reason of the signal as soon as it is aborted */
export function waitUnlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    promise.then(resolve, reject)
  })
}

/** Reads `Retry-After`, as a number of seconds or a date. Undefined when it is missing or invalid. */
export function readRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  // `Date.parse` would accept other texts too, such as "1.5".
  if (!/^[A-Z][a-z]+,? .+ (?:GMT|\d{4})$/.test(value)) return undefined
  const timeMs = Date.parse(value)
  return Number.isNaN(timeMs) ? undefined : Math.max(0, Math.ceil((timeMs - nowMs) / 1000))
}
