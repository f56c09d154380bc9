// Sends a request once, and receives the whole response.
import { NetworkError } from '../errors.ts'
import type { Fetch } from '../options.ts'
import type { Timers } from '../timers.ts'

/** What an attempt needs besides the request. */
export interface AttemptOptions {
  readonly fetch: Fetch
  /** Returns the header fields that identify the caller. */
  readonly authorize: (() => Promise<Record<string, string>>) | undefined
  readonly timeoutMs: number
  readonly timers: Timers
  readonly signal: AbortSignal | undefined
}

/** A request without the header fields that identify the caller. */
export interface Init {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A complete response. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/**
 * Sends a request.
 * @throws NetworkError when there is no complete response within the timeout
 * @throws the reason of the signal when it is aborted
 * @throws what `authorize` throws
 */
export async function attempt(url: string, init: Init, options: AttemptOptions): Promise<Received> {
  const { fetch, authorize, timeoutMs, timers, signal } = options
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  let isLate = false
  let isSent = false
  const cancelTimeout = timers.schedule(() => {
    isLate = true
    controller.abort()
  }, timeoutMs)
  try {
    signal?.throwIfAborted()
    const credential = authorize && (await waitUnlessAborted(authorize(), controller.signal))
    const headers = { ...init.headers, ...credential }
    isSent = true
    const response = await fetch(url, { ...init, headers, signal: controller.signal })
    const { status } = response
    return { status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    if (!isSent && !isLate) throw cause
    const reason = isLate ? `none within ${timeoutMs} ms` : describe(cause)
    throw new NetworkError(`${init.method} ${url}: expected a response, got ${reason}`, { cause })
  } finally {
    cancelTimeout()
    signal?.removeEventListener('abort', abort)
  }
}

/** Waits for a promise. @throws the reason of the signal as soon as it is aborted */
function waitUnlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}

/** Returns the innermost message of an error. In Node, `fetch failed` has the reason in its cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? describe(error.cause) || error.message : error.message
}
