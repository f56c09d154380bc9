// Sends a request once, and receives the whole response.
import { NetworkError } from '../errors.ts'
import type { Fetch } from '../options.ts'
import type { Timers } from '../timers.ts'

/** What an attempt needs besides the request. */
export interface AttemptOptions {
  readonly fetch: Fetch
  readonly timeoutMs: number
  readonly timers: Timers
  readonly signal: AbortSignal | undefined
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
 */
export async function attempt(url: string, init: RequestInit, options: AttemptOptions): Promise<Received> {
  const { fetch, timeoutMs, timers, signal } = options
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  let isLate = false
  const cancelTimeout = timers.schedule(() => {
    isLate = true
    controller.abort()
  }, timeoutMs)
  try {
    signal?.throwIfAborted()
    const response = await fetch(url, { ...init, signal: controller.signal })
    const { status, headers } = response
    return { status, headers, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    const reason = isLate ? `none within ${timeoutMs} ms` : describe(cause)
    throw new NetworkError(`${init.method} ${url}: expected a response, got ${reason}`, { cause })
  } finally {
    cancelTimeout()
    signal?.removeEventListener('abort', abort)
  }
}

/** Returns the innermost message of an error. In Node, `fetch failed` has the reason in its cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? describe(error.cause) || error.message : error.message
}
