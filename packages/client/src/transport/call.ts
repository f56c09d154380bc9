// Runs calls of openapi-fetch. openapi-fetch writes requests and parses responses. This module sends the requests, with
// retries, and rejects every response that is not a success.
import type { InvalidResponseError } from '../errors.ts'
import type { ClientOptions } from '../options.ts'
import { systemTimers, type Timers } from '../timers.ts'
import { attempt } from './attempt.ts'
import { linkSignals } from './link-signals.ts'
import { assertSuccess, createInvalidResponse, type Exchange, isObject, type ReadError } from './responses.ts'
import { retry } from './retry.ts'

const DEFAULT_TIMEOUT_MS = 30_000

/** What differs between the services. */
export interface Service {
  /** Returns the header fields that identify the caller. It is called before each attempt. */
  readonly authorize?: () => Promise<Record<string, string>>
  readonly readError: ReadError
}

/** The options of openapi-fetch that every call has. */
export type CallInit = {
  readonly fetch: (request: Request) => Promise<Response>
}

/** The result of a call. */
export interface Called<Data> {
  readonly data: Data
  readonly headers: Headers
  /** The URL of the request. */
  readonly url: string
  /** Creates an error from `<what was expected>, got <what the response contains>`. */
  readonly reject: (message: string) => InvalidResponseError
}

/**
 * Runs a call of openapi-fetch.
 * @param run calls openapi-fetch with the given options; the request has the one media type that it accepts in `Accept`
 */
export type Call = <Data>(
  run: (init: CallInit) => Promise<{ data?: Data }>,
  signal: AbortSignal | undefined,
) => Promise<Called<Data>>

/** Runs a call of openapi-fetch like {@link Call}, and returns only the data. */
export type Read = <Data>(
  run: (init: CallInit) => Promise<{ data?: Data }>,
  signal: AbortSignal | undefined,
) => Promise<Data>

/** Creates the function that runs the calls of a client. */
export function createCall(options: ClientOptions, service: Service, timers: Timers = systemTimers): Call {
  // The global function is looked up late, so that tests can replace it.
  const { fetch = (url, init) => globalThis.fetch(url, init), timeoutMs = DEFAULT_TIMEOUT_MS } = options

  /** Sends a request until it succeeds. */
  async function send(request: Request, signal: AbortSignal | undefined): Promise<Exchange> {
    const body = await request.text()
    const sendOnce = async () => {
      const headers = Object.fromEntries(request.headers)
      const init = { method: request.method, headers, ...(body !== '' && { body }) }
      const { authorize } = service
      const received = await attempt(request.url, init, { fetch, authorize, timeoutMs, timers, signal })
      const exchange = { request, received, timeMs: timers.now() }
      assertSuccess(exchange, service.readError)
      return exchange
    }
    return retry(sendOnce, options.retries ?? {}, timers, signal)
  }

  return async (run, callSignal) => {
    const { signal, unlink } = linkSignals(options.signal, callSignal)
    const exchanges: Exchange[] = []
    try {
      const { data } = await run({
        fetch: async (request) => {
          const exchange = await send(request, signal)
          exchanges.push(exchange)
          const { text, headers } = exchange.received
          return new Response(text, { headers })
        },
      })
      return toCalled(data, exchanges[0] as Exchange)
    } catch (error) {
      const [exchange] = exchanges
      // The parser of openapi-fetch is the only one that throws a SyntaxError after a response was received.
      if (!exchange || !(error instanceof SyntaxError)) throw error
      throw createInvalidResponse(exchange, 'JSON, got text that cannot be parsed', error)
    } finally {
      unlink()
    }
  }
}

function toCalled<Data>(data: Data | undefined, exchange: Exchange): Called<Data> {
  const { request, received } = exchange
  const isJson = request.headers.get('accept') === 'application/json'
  if (isJson && !isObject(data)) throw createInvalidResponse(exchange, 'a JSON object, got another value')
  return {
    // openapi-fetch returns undefined for an empty text.
    data: isJson ? (data as Data) : (received.text as Data),
    headers: received.headers,
    url: request.url,
    reject: (message) => createInvalidResponse(exchange, message),
  }
}
