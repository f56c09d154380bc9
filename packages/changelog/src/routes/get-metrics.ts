// GET /metrics: Prometheus text, for callers that may read.
import { type Guard, METRICS_ANSWER, type Registry, type Route, route, writeMetrics } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { failures, GUARDED, SECURITY } from '../answer.ts'

/** What metrics come from. */
export interface GetMetrics {
  readonly guard: Guard
  readonly registry: Registry
}

/** Gives the metrics. */
export function getMetrics({ guard, registry }: GetMetrics): Route {
  return route({
    method: 'GET',
    url: '/metrics',
    onRequest: guard,
    schema: {
      operationId: 'getMetrics',
      tags: ['Service'],
      security: SECURITY,
      summary: 'Figures for Prometheus',
      description:
        'Durations of requests by route pattern and status, and the figures of the process. Needs the scope `changes:read`.',
      querystring: Type.Object({}, { additionalProperties: false }),
      response: { 200: METRICS_ANSWER, ...failures('invalid_parameters', ...GUARDED) },
    },
    handler: (_request, reply) => writeMetrics(reply, registry),
  })
}
