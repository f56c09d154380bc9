// Defines the result of the probes `/livez` and `/readyz`, which orchestrators such as Kubernetes call.
import { type Static, Type } from '@sinclair/typebox'
import { closedObject } from '../input/schemas.ts'
import { type Result, uncached } from '../operation/operation.ts'

/** The result of a successful probe. */
export const Probe = closedObject(
  { status: Type.Literal('ok') },
  {
    $id: 'Probe',
    description: 'The result of a successful probe.',
    examples: [{ status: 'ok' }],
  },
)

/** Returns the result of a successful probe. */
export function passProbe(): Result<Static<typeof Probe>> {
  return uncached({ status: 'ok' })
}

/** The liveness probe of every service. An orchestrator restarts a process that does not respond. */
export const LIVENESS = {
  id: 'getLiveness',
  method: 'GET',
  path: '/livez',
  access: 'public',
  tag: 'Service',
  summary: 'Check that the process runs',
  description: 'Returns 200 while the process can respond.',
  input: {},
  isLimited: false,
  result: { description: 'The process runs.', schema: Probe },
  errors: [],
  run: passProbe,
} as const

/** The readiness probe. A load balancer sends no requests to a process that is not ready. Each service says when it is. */
export const READINESS = {
  ...LIVENESS,
  id: 'getReadiness',
  path: '/readyz',
  summary: 'Check that the service is ready',
  result: { description: 'The service is ready.', schema: Probe },
} as const
