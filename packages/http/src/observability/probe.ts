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

/** The liveness probe. It is the same operation in every service: a process that responds is alive. */
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
