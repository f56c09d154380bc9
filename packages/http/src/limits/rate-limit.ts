// Limits the requests per minute of each caller. Requests that match no route count too; otherwise scanning would be
// free.
import type { IncomingMessage } from 'node:http'
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import { AppError } from '@qb/core/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { normalizeAddress, rawAddressOf } from './address.ts'
import { type Count, type CountKey, createRateCounter } from './rate-counter.ts'

/** The limit. */
export interface RateLimit {
  /** Maximum requests per minute and caller. `0` disables the limit. */
  readonly max: number
}

/** Counts the requests of a service. Each call counts one request and returns an error when it exceeds the limit. */
export interface Limiter {
  readonly max: number
  readonly countKey: CountKey
  readonly keyOf: (request: FastifyRequest) => string
  countRequest(request: FastifyRequest): AppError | undefined
  /** Counts a request that did not pass through Fastify. */
  countRaw(request: IncomingMessage): AppError | undefined
  /** Counts bytes that are not a request. Behind a proxy their sender is unknown, and they are not counted. */
  countBytes(remoteAddress: string | undefined): AppError | undefined
}

const WINDOW_MS = 60_000

/** Maximum number of callers and addresses that are counted separately per minute. They take at most about 10 MB. */
export const MAX_KEYS = 50_000

/** Creates the limiter of a service. */
export function createLimiter({ max }: RateLimit, trustProxy: boolean): Limiter {
  const countKey = createRateCounter({ windowMs: WINDOW_MS, maxKeys: MAX_KEYS })
  const keyOf = (request: FastifyRequest) => {
    const { callerId } = request
    return callerId === undefined ? keyOfAddress(request.ip) : `caller ${callerId}`
  }
  const count = (key: string) => (max > 0 ? exceeds(countKey(key, max), max) : undefined)
  return {
    max,
    countKey,
    keyOf,
    countRequest: (request) => count(keyOf(request)),
    countRaw: (request) => count(keyOfAddress(rawAddressOf(request, trustProxy))),
    countBytes: (address) => (trustProxy ? undefined : count(keyOfAddress(address))),
  }
}

/**
 * Limits every route that is registered after it.
 * @see https://github.com/fastify/fastify-rate-limit
 */
export async function limitRate(app: FastifyInstance, { max, countKey, keyOf }: Limiter): Promise<void> {
  await app.register(rateLimit, {
    global: max > 0,
    max,
    timeWindow: WINDOW_MS,
    enableDraftSpec: true,
    addHeaders: { 'retry-after': true },
    keyGenerator: keyOf,
    store: storeOf(countKey),
    errorResponseBuilder: (_request, context) => tooMany(context.max, Math.ceil(context.ttl / 1000)),
  })
  app.decorate('countFailedKey', countKey)
  app.decorateRequest('callerId', undefined)
}

declare module 'fastify' {
  interface FastifyInstance {
    countFailedKey: CountKey
  }
  interface FastifyRequest {
    /** The id of the authenticated caller. The guard of the route sets it. */
    callerId: string | undefined
  }
}

/**
 * Counts a failed authentication of an address.
 * @throws AppError `http/too_many_requests` when the address has more than `max` failed authentications in a minute
 */
export function countFailedAuthentication({ server, ip }: FastifyRequest, max: number): void {
  const excess = exceeds(server.countFailedKey(`failed ${normalizeAddress(ip)}`, max), max)
  if (excess) throw excess
}

function keyOfAddress(address: string | undefined): string {
  return `address ${normalizeAddress(address)}`
}

function exceeds({ current, ttl }: Count, max: number): AppError | undefined {
  return current <= max ? undefined : tooMany(max, Math.ceil(ttl / 1000))
}

/** Adapts the counter to the store interface of the plugin. */
function storeOf(countKey: CountKey) {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, done: (error: null, count: Count) => void, _windowMs: number, max: number): void {
      done(null, countKey(key, max))
    }
    child(): Store {
      return new Store()
    }
  }
}

function tooMany(max: number, retryAfterSeconds: number): AppError {
  return new AppError(
    HTTP_ERRORS.too_many_requests,
    `expected at most ${max} requests a minute; try again in ${retryAfterSeconds} seconds`,
    { retryAfterSeconds },
  )
}
