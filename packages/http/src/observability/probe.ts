// Defines the result of the probes `/livez` and `/readyz`, which orchestrators such as Kubernetes call.
import { type Static, Type } from '@sinclair/typebox'
import { type Result, uncached } from '../operation/result.ts'

/** The result of a successful probe. */
export const Probe = Type.Object(
  { status: Type.Literal('ok') },
  {
    $id: 'Probe',
    additionalProperties: false,
    description: 'The result of a successful probe.',
    examples: [{ status: 'ok' }],
  },
)

/** Returns the result of a successful probe. */
export function passProbe(): Result<Static<typeof Probe>> {
  return uncached<Static<typeof Probe>>({ status: 'ok' })
}
