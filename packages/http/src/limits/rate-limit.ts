// Limits the requests per minute of each caller. Requests that match no route count too, so that scanning for
// paths is also limited.
import type { IncomingMessage } from 'node:http'
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import { AppError } from '@qb/core/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { clientAddressOf, normalizeAddress } from './address.ts'
import { type Count, createRateCounter, type RateCounter } from './rate-counter.ts'
import { openSharedCounter, type SharedCounter, type SharedCounterOptions } from './shared-counter.ts'
import { MAX_KEYS, WINDOW_MS } from './window.ts'

/** The rate limit of a service. */
export interface RateLimit {
  /** Maximum number of requests per minute and caller. `0` disables the limit. */
  readonly max: number
  /** The URL of a Redis that counts the requests of all processes. Each process counts its own by default. */
  readonly redisUrl?: string | undefined
  /** Opens the counter of all workers of this service, which counts when there is no Redis. */
  readonly openWorkerCounter?: ((max: number) => SharedCounter) | undefined
  /** The name of the service. Processes of the same service share a limit. */
  readonly name?: string
}

/**
 * Counts the requests of a service. Each method counts one request and returns an error when it exceeds the
 * limit.
 */
export interface Limiter {
  readonly max: number
  readonly rateCounter: RateCounter
  /** Counts the requests of all processes. Undefined when this process counts alone. */
  readonly sharedCounter: SharedCounter | undefined
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

/** Creates the limiter of a service. */
export async function createLimiter(
  rateLimit: RateLimit,
  trustProxy: boolean,
  observability: Pick<SharedCounterOptions, 'logger' | 'registry'>,
): Promise<Limiter> {
  const { max } = rateLimit
  const sharedCounter = max > 0 ? await openCounter(rateLimit, observability) : undefined
  const rateCounter = createRateCounter({ windowMs: WINDOW_MS, maxKeys: MAX_KEYS })
  const keyOf = (request: FastifyRequest) => {
    const { callerId } = request
    return callerId === undefined ? keyOfAddress(request.ip) : `caller ${callerId}`
  }
  const count = (key: string) => {
    if (max === 0) return undefined
    const own = rateCounter.count(key, max)
    // The request has failed already, so its response does not wait for Redis.
    if (sharedCounter) void countTogether(sharedCounter, rateCounter, key, max)
    return toLimitError(own, max, 'request')
  }
  return {
    max,
    rateCounter,
    sharedCounter,
    keyOf,
    countRequest: (request) => count(keyOf(request)),
    countRawRequest: (request) => count(keyOfAddress(clientAddressOf(request, trustProxy))),
    countMalformed: (address) => (trustProxy ? undefined : count(keyOfAddress(address))),
  }
}

/** Opens the counter that several processes share. Undefined when this process counts alone. */
async function openCounter(
  { max, redisUrl, openWorkerCounter, name = 'service' }: RateLimit,
  observability: Pick<SharedCounterOptions, 'logger' | 'registry'>,
): Promise<SharedCounter | undefined> {
  if (!redisUrl) return openWorkerCounter?.(max)
  const prefix = `rate-limit:${name}:`
  return openSharedCounter({ url: redisUrl, prefix, windowMs: WINDOW_MS, ...observability })
}

/**
 * Limits the requests to every route that is registered after this call.
 * @see https://github.com/fastify/fastify-rate-limit
 */
export async function limitRate(app: FastifyInstance, limiter: Limiter): Promise<void> {
  const { max, rateCounter, sharedCounter, keyOf } = limiter
  await app.register(rateLimit, {
    global: max > 0,
    max,
    timeWindow: WINDOW_MS,
    enableDraftSpec: true,
    addHeaders: { 'retry-after': true },
    keyGenerator: keyOf,
    store: toStoreClass(rateCounter, sharedCounter),
    errorResponseBuilder: (_request, context) => createLimitError(context.max, 'request', context.ttl),
  })
  app.decorate('rateCounter', rateCounter)
  app.addHook('onClose', async () => sharedCounter?.close())
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

/**
 * Counts a request of all processes. The count of this process is raised to the result, so that it continues from there while
 * Redis fails.
 */
async function countTogether(
  sharedCounter: SharedCounter,
  rateCounter: RateCounter,
  key: string,
  max: number,
): Promise<Count | undefined> {
  const shared = await sharedCounter.count(key)
  if (shared) rateCounter.raise(key, shared.current, max)
  return shared
}

/**
 * Adapts the counters to the store interface of the plugin. The process always counts its own requests, so that its limit holds
 * from the moment at which Redis fails.
 */
function toStoreClass(rateCounter: RateCounter, sharedCounter: SharedCounter | undefined) {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, done: (error: null, count: Count) => void, _windowMs: number, max: number): void {
      const own = rateCounter.count(key, max)
      if (!sharedCounter) done(null, own)
      else
        void countTogether(sharedCounter, rateCounter, key, max).then((shared) => done(null, shared ?? own))
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
