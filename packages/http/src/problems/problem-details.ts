// Renders error responses as problem details. `type` links to a row of the error table on the landing page.
import { type Static, Type } from '@sinclair/typebox'
import type { ErrorResponse, RenderedError } from './error-response.ts'
import { nameOf } from './http-errors.ts'

/** The body of every error response. @see https://www.rfc-editor.org/rfc/rfc9457 */
export const ProblemDetails = Type.Object(
  {
    type: Type.String({
      format: 'uri-reference',
      description: 'Identifies the kind of problem. Relative to this service.',
    }),
    title: Type.String({ description: 'Describes the kind of problem; always the same for a `type`.' }),
    status: Type.Integer({ description: 'The status of this response.' }),
    detail: Type.String({ description: 'What was expected, and what came.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            parameter: Type.String({ description: 'The name of the parameter.' }),
            message: Type.String({ description: 'What was expected of it, and what came.' }),
          },
          { additionalProperties: false },
        ),
        { description: 'Under 400: every invalid parameter, not only the first.' },
      ),
    ),
  },
  {
    $id: 'ProblemDetails',
    additionalProperties: false,
    description: 'Problem details, as RFC 9457 defines them.',
    examples: [
      {
        type: '/#invalid-parameters',
        title: 'Invalid parameters',
        status: 400,
        detail: 'limit: expected an integer from 1 to 50, got "51"',
        errors: [{ parameter: 'limit', message: 'expected an integer from 1 to 50, got "51"' }],
      },
    ],
  },
)
export type ProblemDetails = Static<typeof ProblemDetails>

/** Renders an error response as `application/problem+json`. */
export function renderProblem({ status, definition, detail, issues }: ErrorResponse): RenderedError {
  const problem: ProblemDetails = {
    type: `/#${nameOf(definition)}`,
    title: definition.title,
    status,
    detail,
    ...(issues.length > 0 && { errors: issues.map(({ parameter, message }) => ({ parameter, message })) }),
  }
  return { contentType: 'application/problem+json; charset=utf-8', body: JSON.stringify(problem) }
}
