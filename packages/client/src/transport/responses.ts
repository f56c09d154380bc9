// Tells successes, errors of the service and invalid responses apart.
import { InvalidResponseError, type ResponseFacts } from '../errors.ts'
import type { Received } from './attempt.ts'
import { readRetryAfter } from './retry-after.ts'

/** A request with its response. */
export interface Exchange {
  readonly request: Request
  readonly received: Received
  /** When the response was received: the time since the epoch, in milliseconds. */
  readonly timeMs: number
}

/**
 * Converts the JSON of an error response to an error.
 * @returns undefined when it is not an error of the service
 */
export type ReadError = (body: Readonly<Record<string, unknown>>, facts: ResponseFacts) => Error | undefined

/**
 * Checks that a response is a success and has the media type that the request accepts.
 * @throws what `readError` returns, or InvalidResponseError
 */
export function assertSuccess(exchange: Exchange, readError: ReadError): void {
  const { request, received } = exchange
  const type = received.headers.get('content-type') ?? 'no content type'
  if (received.status === 200) {
    const accepted = request.headers.get('accept') ?? ''
    if (type.startsWith(accepted)) return
    throw createInvalidResponse(exchange, `${accepted}, got ${type}`)
  }
  const body = /json/.test(type) ? parseObject(received.text) : undefined
  const error = body && readError(body, factsOf(exchange))
  throw (
    error ?? createInvalidResponse(exchange, `a response of the service, got ${received.status} with ${type}`)
  )
}

/** Creates an error from `<what was expected>, got <what the response contains>`. */
export function createInvalidResponse(
  exchange: Exchange,
  message: string,
  cause?: unknown,
): InvalidResponseError {
  const { method, url } = exchange.request
  return new InvalidResponseError(`${method} ${url}: expected ${message}`, factsOf(exchange), cause)
}

function factsOf({ received: { status, headers }, timeMs }: Exchange): ResponseFacts {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get('retry-after'), timeMs),
    replayed: isReplayed(headers),
  }
}

/** Whether a response is the one to an earlier request with the same idempotency key. */
export function isReplayed(headers: Headers): boolean {
  return headers.get('idempotency-replayed') === 'true'
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
