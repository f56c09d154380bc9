// Returns Prometheus metrics. They are public, because they contain no data of clients.
import { METRICS_RESULT, readMetrics } from '@qb/http'
import { defineOperation } from '../context.ts'

export const getMetrics = defineOperation({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  access: 'public',
  tag: 'Service',
  summary: 'Get Prometheus metrics',
  description:
    'Returns the durations of requests by method, route and status; the size, revision, load time and reload status of each dataset; and the metrics of the process, such as its event loop delay.',
  input: {},
  isLimited: false,
  result: METRICS_RESULT,
  errors: [],
  run: (_input, { metrics }) => readMetrics(metrics),
})
