// Failures as this service writes them: { "success": false, "error": "<text>" }.
import type { Failure, RenderedFailure } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

/** The body of every failed answer. */
export const FailureBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What was expected, and what came.' }),
  },
  {
    $id: 'Failure',
    additionalProperties: false,
    description: 'A failure.',
    examples: [
      { success: false, error: 'version_bump: expected one of: MAJOR, MINOR, PATCH, got "major"' },
      { success: false, error: 'Internal server error' },
    ],
  },
)
export type FailureBody = Static<typeof FailureBody>

/** Writes a failure; of a status of 500 it says nothing of the inside. */
export function renderFailure({ status, detail }: Failure): RenderedFailure {
  const body: FailureBody = { success: false, error: status === 500 ? 'Internal server error' : detail }
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}
