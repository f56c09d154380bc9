// Reports the state of the process: its health, the probes of an orchestrator, and metrics.
import { closedObject, LIVENESS, METRICS, READINESS, readMetrics, uncached } from '@qb/http'
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

export const getLiveness = defineOperation(LIVENESS)

export const getReadiness = defineOperation({
  ...READINESS,
  description: 'Returns 200 when the service accepts requests.',
})

/** Returns Prometheus metrics. They require a scope. */
export const getMetrics = defineOperation({
  ...METRICS,
  access: 'changes:read',
  description:
    'Returns the durations of requests by method, route and status, and the metrics of the process.',
  run: (_input, { registry }) => readMetrics(registry),
})
