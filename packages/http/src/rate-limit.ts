// Requests a minute, counted per caller. What no route takes counts too, or it would be free to scan.
import type { IncomingMessage } from 'node:http'
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import { CoreError } from '@qb/core/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { normalizeAddress, rawAddressOf } from './address.ts'
import { type Count, type CountKey, createRateCounter } from './rate-counter.ts'

/** How much is allowed. */
export interface RateLimit {
  /** Requests a minute and caller; 0 is no limit. */
  readonly max: number
  /** Who is counted, where that is better known than by an address. */
  readonly callerOf?: (request: FastifyRequest) => string | undefined
}

/** A limit that a request has passed. */
export interface Excess {
  readonly error: CoreError
  /** Seconds. */
  readonly retryAfter: number
}

/** Counts requests of one service; each call counts one, and returns what to refuse it with. */
export interface Limiter {
  readonly max: number
  readonly countKey: CountKey
  readonly keyOf: (request: FastifyRequest) => string
  countRequest(request: FastifyRequest): Excess | undefined
  /** A request that Fastify has not seen. */
  countRaw(request: IncomingMessage): Excess | undefined
  /** Bytes that are no request. Behind a proxy nobody knows who sent them. */
  countBytes(remoteAddress: string | undefined): Excess | undefined
}

const WINDOW_MS = 60_000

/** How many callers and addresses are told apart in a minute, in some 10 MB at most. */
export const MAX_KEYS = 50_000

/** Makes the limiter of a service. */
export function createLimiter({ max, callerOf }: RateLimit, trustProxy: boolean): Limiter {
  const countKey = createRateCounter({ windowMs: WINDOW_MS, maxKeys: MAX_KEYS })
  const keyOf = (request: FastifyRequest) => {
    const caller = callerOf?.(request)
    return caller === undefined ? keyOfAddress(request.ip) : `caller ${caller}`
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
}

declare module 'fastify' {
  interface FastifyInstance {
    countFailedKey: CountKey
  }
}

/**
 * Counts a failed authentication of an address.
 * @throws CoreError `too_many_requests` when the address had more than `max` in a minute
 */
export function countFailure({ server, ip }: FastifyRequest, reply: FastifyReply, max: number): void {
  const excess = exceeds(server.countFailedKey(`failed ${normalizeAddress(ip)}`, max), max)
  if (!excess) return
  reply.header('retry-after', excess.retryAfter)
  throw excess.error
}

function keyOfAddress(address: string | undefined): string {
  return `address ${normalizeAddress(address)}`
}

function exceeds({ current, ttl }: Count, max: number): Excess | undefined {
  if (current <= max) return undefined
  const retryAfter = Math.ceil(ttl / 1000)
  return { error: tooMany(max, retryAfter), retryAfter }
}

/** The counter as the plugin asks for one. */
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

function tooMany(max: number, seconds: number): CoreError {
  return new CoreError(
    'too_many_requests',
    `expected at most ${max} requests a minute; try again in ${seconds} seconds`,
  )
}
