// Requests a minute, counted per caller; unknown routes count too, or they would be free to scan.
import rateLimit from '@fastify/rate-limit'
import { CoreError } from '@qb/core/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Guard } from './route.ts'

/** How much is allowed. */
export interface RateLimit {
  /** Requests a minute and caller; 0 is no limit. */
  readonly max: number
  /** Who is counted together; the address where there is no better name. */
  readonly keyOf?: (request: FastifyRequest) => string
}

const WINDOW_MS = 60_000

/**
 * Limits every route that is registered after it.
 * @returns the same limit for requests that no route takes
 * @see https://github.com/fastify/fastify-rate-limit
 */
export async function limitRate(app: FastifyInstance, { max, keyOf }: RateLimit): Promise<Guard> {
  await app.register(rateLimit, {
    global: max > 0,
    max,
    timeWindow: WINDOW_MS,
    enableDraftSpec: true,
    addHeaders: { 'retry-after': true },
    keyGenerator: keyOf ?? ((request) => request.ip),
    errorResponseBuilder: (_request, context) => tooMany(context.max, Math.ceil(context.ttl / 1000)),
  })
  const limiter = app.createRateLimit()
  return async (request, reply) => {
    if (max > 0) await count(limiter, request, reply, max)
  }
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>
const failureLimiters = new WeakMap<object, Limiter>()

/**
 * Counts a failed authentication of an address.
 * @throws CoreError `too_many_requests` when the address had more than `max` in a minute
 */
export async function countFailure(request: FastifyRequest, reply: FastifyReply, max: number): Promise<void> {
  const { server } = request
  const limiter =
    failureLimiters.get(server) ??
    server.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator: ({ ip }) => `failed ${ip}` })
  failureLimiters.set(server, limiter)
  await count(limiter, request, reply, max)
}

async function count(
  limiter: Limiter,
  request: FastifyRequest,
  reply: FastifyReply,
  max: number,
): Promise<void> {
  const result = await limiter(request)
  if (result.isAllowed || !result.isExceeded) return
  reply.header('retry-after', result.ttlInSeconds)
  throw tooMany(max, result.ttlInSeconds)
}

function tooMany(max: number, seconds: number): CoreError {
  return new CoreError(
    'too_many_requests',
    `expected at most ${max} requests a minute; try again in ${seconds} seconds`,
  )
}
