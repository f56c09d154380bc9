// Limits the requests per minute of each caller. Requests that match no route count too, so that scanning for
// paths is also limited.
import type { IncomingMessage } from 'node:http'
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import { AppError } from '@qb/core/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { clientAddressOf, normalizeAddress } from './address.ts'
import { type Count, createRateCounter, type RateCounter } from './rate-counter.ts'

/** The rate limit of a service. */
export interface RateLimit {
  /** Maximum number of requests per minute and caller. `0` disables the limit. */
  readonly max: number
}

/**
 * Counts the requests of a service. Each method counts one request and returns an error when it exceeds the
 * limit.
 */
export interface Limiter {
  readonly max: number
  readonly rateCounter: RateCounter
  /** Returns the key under which a request is counted: the id of the caller, or the client address. */
  readonly keyOf: (request: FastifyRequest) => string
  countRequest(request: FastifyRequest): AppError | undefined
  /** Counts a request that did not pass through Fastify. */
  countRawRequest(request: IncomingMessage): AppError | undefined
  /**
   * Counts bytes that cannot be parsed as a request. Behind a proxy the client is unknown, and they are not
   * counted.
   */
  countMalformed(remoteAddress: string | undefined): AppError | undefined
}

const WINDOW_MS = 60_000

/** Maximum number of callers and addresses that are counted separately. They take at most about 10 MB. */
export const MAX_KEYS = 50_000

/** Creates the limiter of a service. */
export function createLimiter({ max }: RateLimit, trustProxy: boolean): Limiter {
  const rateCounter = createRateCounter({ windowMs: WINDOW_MS, maxKeys: MAX_KEYS })
  const keyOf = (request: FastifyRequest) => {
    const { callerId } = request
    return callerId === undefined ? keyOfAddress(request.ip) : `caller ${callerId}`
  }
  const count = (key: string) =>
    max > 0 ? toLimitError(rateCounter.count(key, max), max, 'request') : undefined
  return {
    max,
    rateCounter,
    keyOf,
    countRequest: (request) => count(keyOf(request)),
    countRawRequest: (request) => count(keyOfAddress(clientAddressOf(request, trustProxy))),
    countMalformed: (address) => (trustProxy ? undefined : count(keyOfAddress(address))),
  }
}

/**
 * Limits the requests to every route that is registered after this call.
 * @see https://github.com/fastify/fastify-rate-limit
 */
export async function limitRate(app: FastifyInstance, { max, rateCounter, keyOf }: Limiter): Promise<void> {
  await app.register(rateLimit, {
    global: max > 0,
    max,
    timeWindow: WINDOW_MS,
    enableDraftSpec: true,
    addHeaders: { 'retry-after': true },
    keyGenerator: keyOf,
    store: toStoreClass(rateCounter),
    errorResponseBuilder: (_request, context) => createLimitError(context.max, 'request', context.ttl),
  })
  app.decorate('rateCounter', rateCounter)
  app.decorateRequest('callerId', undefined)
}

declare module 'fastify' {
  interface FastifyInstance {
    rateCounter: RateCounter
  }
  interface FastifyRequest {
    /** The id of the authenticated caller. The guard of the route sets it. Undefined for public routes. */
    callerId: string | undefined
  }
}

/**
 * Counts a failed authentication of the client address.
 * @throws AppError `http/too_many_requests` when the address has more than `max` failed authentications in a
 * minute
 */
export function countFailedAuthentication({ server, ip }: FastifyRequest, max: number): void {
  const count = server.rateCounter.count(`failed ${normalizeAddress(ip)}`, max)
  const error = toLimitError(count, max, 'failed authentication')
  if (error) throw error
}

function keyOfAddress(address: string | undefined): string {
  return `address ${normalizeAddress(address)}`
}

/** What a limit counts, as error messages name it in the singular. */
type LimitedEvent = 'request' | 'failed authentication'

function toLimitError({ current, ttl }: Count, max: number, event: LimitedEvent): AppError | undefined {
  return current <= max ? undefined : createLimitError(max, event, ttl)
}

/** Adapts the counter to the store interface of the plugin. */
function toStoreClass(rateCounter: RateCounter) {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, done: (error: null, count: Count) => void, _windowMs: number, max: number): void {
      done(null, rateCounter.count(key, max))
    }
    child(): Store {
      return new Store()
    }
  }
}

function createLimitError(max: number, event: LimitedEvent, ttlMs: number): AppError {
  const retryAfterSeconds = Math.ceil(ttlMs / 1000)
  const [limit, delay] = [formatCount(max, event), formatCount(retryAfterSeconds, 'second')]
  const message = `expected at most ${limit} a minute; try again in ${delay}`
  return new AppError(HTTP_ERRORS.too_many_requests, message, { retryAfterSeconds })
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
