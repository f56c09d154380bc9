// Limits the requests per minute of each caller. Requests that match no route count too, so that scanning for
// paths is also limited.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit'
import { AppError } from '@qb/core/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { type Count, type Counts, createCounts, WINDOW_MS } from './counts.ts'
import { openSharedCounter, type SharedCounterOptions } from './redis.ts'

/** The rate limit of a service. */
export interface RateLimit {
  /** Maximum number of requests per minute and caller. `0` disables the limit. */
  readonly max: number
  /** The URL of a Redis that counts the requests of all processes. Each process counts its own by default. */
  readonly redisUrl?: string | undefined
  /** The name of the service. Processes of the same service share a limit. */
  readonly name?: string
}

/** The number of proxies that add an address to `X-Forwarded-For`. `true` is one, `false` none. */
export type TrustedProxies = boolean | number

/** Counts the requests of a service. Its methods count one that no route counts, and return an error beyond the limit. */
export type Limiter = Awaited<ReturnType<typeof createLimiter>>

/** Creates the limiter of a service. */
export async function createLimiter(
  { max, redisUrl, name = 'service' }: RateLimit,
  trustProxy: TrustedProxies,
  observability: Pick<SharedCounterOptions, 'logger' | 'registry'>,
) {
  const prefix = `rate-limit:${name}:`
  const isShared = max > 0 && redisUrl
  const shared = isShared ? await openSharedCounter({ url: redisUrl, prefix, ...observability }) : undefined
  const counts = createCounts({ shared })
  const count = (key: string) => (max === 0 ? undefined : toLimitError(counts.count(key).own, max, 'request'))
  return {
    max,
    counts,
    countRequest: (request: FastifyRequest) => count(keyOf(request)),
    /** Counts a request that did not pass through Fastify. */
    countRawRequest: (request: IncomingMessage) => count(keyOfAddress(clientAddressOf(request, trustProxy))),
    /** Counts bytes that are not a request. Behind a proxy the client is unknown, and they are not counted. */
    countMalformed: (address: string | undefined) => (trustProxy ? undefined : count(keyOfAddress(address))),
  }
}

/** Limits the requests to every later route with @fastify/rate-limit. */
export async function limitRate(app: FastifyInstance, { max, counts }: Limiter): Promise<void> {
  class Store implements FastifyRateLimitStore {
    incr(key: string, done: (error: null, count: Count) => void): void {
      void counts.count(key).all.then((count) => done(null, count))
    }
    child(): Store {
      return this
    }
  }
  await app.register(rateLimit, {
    global: max > 0,
    max,
    timeWindow: WINDOW_MS,
    enableDraftSpec: true,
    addHeaders: { 'retry-after': true },
    keyGenerator: keyOf,
    store: Store,
    errorResponseBuilder: (_request, context) => createLimitError(max, 'request', context.ttl),
  })
  app.decorate('counts', counts)
  app.addHook('onClose', async () => counts.close())
  app.decorateRequest('callerId', undefined)
}

declare module 'fastify' {
  interface FastifyInstance {
    counts: Counts
  }
  interface FastifyRequest {
    /** The id of the authenticated caller. The guard of the route sets it. Undefined for public routes. */
    callerId: string | undefined
  }
}

/** Counts a failed authentication of the client address. @throws AppError `http/too_many_requests` beyond `max` */
export function countFailedAuthentication({ server, ip }: FastifyRequest, max: number): void {
  const { own } = server.counts.count(`failed ${normalizeAddress(ip)}`)
  const error = toLimitError(own, max, 'failed authentication')
  if (error) throw error
}

/** Returns the key under which a request is counted: the id of the caller, or the client address. */
function keyOf({ callerId, ip }: FastifyRequest): string {
  return callerId === undefined ? keyOfAddress(ip) : `caller ${callerId}`
}

function keyOfAddress(address: string | undefined): string {
  return `address ${normalizeAddress(address)}`
}

/** What a limit counts. */
type LimitedEvent = 'request' | 'failed authentication'

function toLimitError({ current, ttl }: Count, max: number, event: LimitedEvent): AppError | undefined {
  return current <= max ? undefined : createLimitError(max, event, ttl)
}

function createLimitError(max: number, event: LimitedEvent, ttlMs: number): AppError {
  const retryAfterSeconds = Math.ceil(ttlMs / 1000)
  const format = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  const message = `expected at most ${format(max, event)} a minute; try again in ${format(retryAfterSeconds, 'second')}`
  return new AppError(HTTP_ERRORS.too_many_requests, message, { retryAfterSeconds })
}

/** Prefix length of the IPv6 network that one customer usually gets. The customer can use any address in it. */
const IPV6_PREFIX_BITS = 64

/**
 * Normalises an address from a socket or from `X-Forwarded-For`. An IPv4 address stays unchanged, and an
 * IPv4-mapped IPv6 address becomes the IPv4 address. Any other IPv6 address becomes the first address of its
 * /64 network. The port, brackets and the zone are removed. A string that is not an address becomes
 * `unknown`.
 */
export function normalizeAddress(address: string | undefined): string {
  const trimmed = address?.trim() ?? ''
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1]
  // Without brackets, an IPv6 address cannot have a port.
  const [ip = ''] = (bracketed ?? trimmed.replace(/^(\d+(?:\.\d+){3}):.*/, '$1')).split('%', 1)
  return isIP(ip) === 0 ? 'unknown' : normalizeIP(ip, IPV6_PREFIX_BITS)
}

/**
 * Returns the client address of a request that did not pass through Fastify, not normalised. With
 * `trustProxy`, it is the address in `X-Forwarded-For` that the farthest of the trusted proxies added.
 */
export function clientAddressOf(
  { headers, socket }: IncomingMessage,
  trustProxy: TrustedProxies,
): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  if (forwarded === undefined) return socket.remoteAddress
  const addresses = String(forwarded).split(',')
  return addresses.at(-Math.min(Number(trustProxy), addresses.length))?.trim()
}
