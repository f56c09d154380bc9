// Reports the state of the process: its health, the probes of an orchestrator, and metrics.
import { closedObject, LIVENESS, METRICS_RESULT, Probe, readMetrics, uncached } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

const Health = closedObject(
  {
    status: Type.Literal('healthy'),
    version: Type.String({ description: 'The version of this service.' }),
  },
  {
    $id: 'Health',
    description: 'The health of the service.',
    examples: [{ status: 'healthy', version: '1.0.0' }],
  },
)

/** Returns the health. It is public, so the response contains no secret. */
export const getHealth = defineOperation({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  access: 'public',
  tag: 'Service',
  summary: 'Get the health of the service',
  description: 'Returns 200 while the process can respond. Requires no key.',
  input: {},
  result: { description: 'The service is healthy.', schema: Health },
  errors: [],
  run: (_input, { version }) => uncached<Static<typeof Health>>({ status: 'healthy', version }),
})

/** Responds to the liveness probe. An orchestrator restarts a process that does not respond. */
export const getLiveness = defineOperation(LIVENESS)

/** Responds to the readiness probe. A load balancer sends no requests to a process that is not ready. */
export const getReadiness = defineOperation({
  ...LIVENESS,
  id: 'getReadiness',
  path: '/readyz',
  summary: 'Check that the service is ready',
  description: 'Returns 200 when the service accepts requests.',
  result: { description: 'The service is ready.', schema: Probe },
})

/** Returns Prometheus metrics. They require a scope. */
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
