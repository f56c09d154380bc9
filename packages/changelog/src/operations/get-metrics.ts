// Returns Prometheus metrics. They require a scope, unlike the health endpoint.
import { METRICS_RESULT, readMetrics } from '@qb/http'
import { defineOperation } from '../context.ts'

export const getMetrics = defineOperation({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  access: 'changes:read',
  tag: 'Service',
  summary: 'Get Prometheus metrics',
  description:
    'Returns the durations of requests by method, route and status, and the metrics of the process.',
  input: {},
  result: METRICS_RESULT,
  errors: [],
  run: (_input, { registry }) => readMetrics(registry),
})
