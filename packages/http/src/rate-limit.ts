// Requests a minute and address, off unless asked for; unknown routes count too, or they would be free to scan.
import rateLimit from '@fastify/rate-limit'
import { CoreError } from '@qb/core/errors'
import type { FastifyInstance, preHandlerHookHandler } from 'fastify'

/**
 * Limits every route that is registered after it; 0 a minute means no limit.
 * @returns the same limit for the answer to unknown routes
 * @see https://github.com/fastify/fastify-rate-limit
 */
export async function limitRate(
  app: FastifyInstance,
  maxPerMinute: number,
): Promise<preHandlerHookHandler[]> {
  if (maxPerMinute === 0) return []
  await app.register(rateLimit, {
    max: maxPerMinute,
    timeWindow: 60_000,
    enableDraftSpec: true,
    addHeaders: { 'retry-after': true },
    errorResponseBuilder: (_request, { max, after }) =>
      new CoreError('too_many_requests', `expected at most ${max} requests a minute; try again in ${after}`),
  })
  return [app.rateLimit()]
}
