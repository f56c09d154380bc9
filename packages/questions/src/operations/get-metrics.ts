// Returns Prometheus metrics. They contain no data of clients, so they are public.
import { METRICS_RESULT, readMetrics } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

export const getMetrics = defineOperation({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  access: 'public',
  tag: 'Service',
  summary: 'Get Prometheus metrics',
  description:
    'Request durations by method, route and status; size, revision, load time and last reload of each dataset; and the metrics of the process, such as its event loop delay.',
  input: { query: Type.Object({}, { additionalProperties: false }) },
  result: METRICS_RESULT,
  errors: [],
  run: (_input, { registry }) => readMetrics(registry),
})
