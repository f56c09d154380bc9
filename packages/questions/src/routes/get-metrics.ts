// GET /metrics: Prometheus text, open like everything else here; it names no client.
import { METRICS_ANSWER, type Registry, type Route, route, writeMetrics } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { failures } from '../answer.ts'

/** Gives the metrics. */
export function getMetrics({ registry }: { readonly registry: Registry }): Route {
  return route({
    method: 'GET',
    url: '/metrics',
    schema: {
      operationId: 'getMetrics',
      tags: ['Service'],
      summary: 'Figures for Prometheus',
      description:
        'Durations of requests by method, route pattern and status; of each dataset its size, its version, when it was read and whether the last look at its file found it readable; and the figures of the process, the delay of the event loop among them.',
      querystring: Type.Object({}, { additionalProperties: false }),
      response: { 200: METRICS_ANSWER, ...failures('invalid_parameters') },
    },
    handler: (_request, reply) => writeMetrics(reply, registry),
  })
}
