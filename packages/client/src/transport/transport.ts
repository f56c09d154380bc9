// Sends the requests of openapi-fetch with retries, and rejects every response that is not a success.
import createClient, { type Client, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import { InvalidResponseError, NetworkError, type ResponseFacts } from '../errors.ts'
import type { ClientOptions } from '../options.ts'
import { readRetryAfter, retry, waitUnlessAborted } from './retry.ts'

/** The longest time of a timer of the platform, 24.8 days in milliseconds. A timer with a longer time would run at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

const serializeQuery = createQuerySerializer()

/** The parts of a call that differ between the services. */
export interface Service {
  /** Returns the header fields that identify the caller. It is called before each attempt. */
  readonly authorize?: () => Promise<Record<string, string>>
  /** Converts the JSON of an error response to an error. Returns undefined when it is not an error of the service. */
  readonly readError: (body: Readonly<Record<string, unknown>>, facts: ResponseFacts) => Error | undefined
}

/** The result of a call of openapi-fetch. */
export interface Called<Data> {
  readonly data?: Data
  readonly response: Response
}

/**
 * Creates the functions that call a service, with types from its OpenAPI document. A call accepts the one media type in its
 * `Accept`, JSON by default.
 * @throws TypeError when `baseUrl` is not a URL of HTTP, or has a user name, a password, a query or a fragment
 */
export function createTransport<Paths extends object>(
  options: ClientOptions,
  { authorize, readError }: Service,
): Client<Paths, 'application/json'> {
  // The global function is looked up late, so that tests can replace it.
  const { fetch = (url, init) => globalThis.fetch(url, init), timeoutMs = 30_000 } = options

  /** Sends a request once. @throws NetworkError without a complete response in time, the reason of the signal */
  async function receive({ method, url, headers: fields }: Request, body: string, callSignal: AbortSignal) {
    const timeout = new AbortController()
    const late = new Error(`none within ${timeoutMs} ms`)
    const timer = setTimeout(() => timeout.abort(late), Math.min(timeoutMs, MAX_TIMER_MS))
    const signal = AbortSignal.any([callSignal, timeout.signal])
    let isSent = false
    try {
      signal.throwIfAborted()
      const credential = authorize && (await waitUnlessAborted(authorize(), signal))
      const headers = { ...Object.fromEntries(fields), ...credential }
      isSent = true
      const response = await fetch(url, { method, headers, signal, ...(body !== '' && { body }) })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (cause) {
      callSignal.throwIfAborted()
      const isLate = signal.reason === late
      if (!isSent && !isLate) throw cause
      const reason = describe(isLate ? late : cause)
      throw new NetworkError(`${method} ${url}: expected a response, got ${reason}`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  return createClient<Paths, 'application/json'>({
    baseUrl: readBaseUrl(options.baseUrl),
    headers: { accept: 'application/json' },
    pathSerializer(path, values) {
      for (const [name, value] of Object.entries(values)) assertPathSegment(name, String(value))
      return defaultPathSerializer(path, values)
    },
    querySerializer(query) {
      for (const [name, value] of Object.entries(query)) assertWellFormed(name, String(value))
      return serializeQuery(query)
    },
    async fetch(request) {
      const body = await request.text()
      const signal = AbortSignal.any(options.signal ? [options.signal, request.signal] : [request.signal])
      const attempt = async () => readSuccess(request, await receive(request, body, signal), readError)
      return retry(attempt, options.retries ?? {}, signal)
    },
  })
}

/** Waits for a call, and returns its data. */
export async function fetchData<Data>(called: Promise<Called<Data>>): Promise<Data> {
  return (await called).data as Data
}

/** Waits for a call, and returns its data with members from header fields. */
export async function fetchWith<Data, Members>(
  called: Promise<Called<Data>>,
  readMembers: (headers: Headers) => Members,
): Promise<Data & Members> {
  const { data, response } = await called
  return { ...(data as Data), ...readMembers(response.headers) }
}

/** Returns the innermost message of an error. In Node, `fetch failed` has the reason in its cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? describe(error.cause) || error.message : error.message
}

/** Returns a success for openapi-fetch. @throws what `readError` returns, or InvalidResponseError */
function readSuccess(
  { method, url, headers: fields }: Request,
  { status, headers, text }: { status: number; headers: Headers; text: string },
  readError: Service['readError'],
): Response {
  const facts = readFacts(status, headers)
  const reject = (message: string) => new InvalidResponseError(`${method} ${url}: expected ${message}`, facts)
  const type = headers.get('content-type') ?? 'no content type'
  const body = /json/.test(type) ? parseObject(text) : undefined
  if (status !== 200) {
    const error = body && readError(body, facts)
    throw error ?? reject(`a response of the service, got ${status} with ${type}`)
  }
  const accepted = fields.get('accept') ?? ''
  if (!type.startsWith(accepted)) throw reject(`${accepted}, got ${type}`)
  if (accepted === 'application/json' && !body) throw reject('a JSON object, got something else')
  const response = new Response(text, { headers })
  // openapi-fetch would return undefined for an empty text.
  response.headers.delete('content-length')
  return Object.defineProperty(response, 'url', { value: url })
}

/** Creates the error for a response. @param message `<what was expected>, got <what the response contains>` */
export function rejectResponse({ url, status, headers }: Response, message: string): InvalidResponseError {
  return new InvalidResponseError(`GET ${url}: expected ${message}`, readFacts(status, headers))
}

function readFacts(status: number, headers: Headers): ResponseFacts {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get('retry-after'), Date.now()),
  }
}

/** Whether a response is the one to an earlier request with the same idempotency key. */
export function isReplayed(headers: Headers): boolean {
  return headers.get('idempotency-replayed') === 'true'
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Returns an absolute URL without a slash at its end. In a browser, `baseUrl` can be relative to the page. */
function readBaseUrl(baseUrl: string | URL): string {
  const { location } = globalThis as { location?: { href: string } }
  const base = location?.href
  const url = URL.canParse(baseUrl, base) ? new URL(baseUrl, base) : undefined
  const isAllowed = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  if (isAllowed && url.search === '' && url.hash === '') return url.href.replace(/\/+$/, '')
  // What is in front of an @ can be a password.
  const text = String(JSON.stringify(baseUrl)).replace(/^"?.*@/, '"…@')
  throw new TypeError(
    `baseUrl: expected a URL such as http://localhost:8000, without user name, password, query and fragment, got ${text}`,
  )
}

/** Rejects values that are steps in a path: with `..`, the URL would be that of another operation. */
function assertPathSegment(name: string, value: string): void {
  assertWellFormed(name, value)
  if (value !== '' && value !== '.' && value !== '..') return
  throw new TypeError(`${name}: expected a name, got ${JSON.stringify(value)}`)
}

/** Rejects half of a surrogate pair, such as of an emoji that was cut. A URL cannot contain it. */
function assertWellFormed(name: string, value: string): void {
  if (!/\p{Surrogate}/u.test(value)) return
  throw new TypeError(`${name}: expected well-formed Unicode, got half of a surrogate pair`)
}
