// Failures as RFC 9457 problem details; `type` points at the row of the landing page's table.
import { type Static, Type } from '@sinclair/typebox'
import type { Failure, RenderedFailure } from './errors.ts'
import { anchorOf } from './landing-page.ts'

/** The body of every failed answer. @see https://www.rfc-editor.org/rfc/rfc9457 */
export const ProblemDetails = Type.Object(
  {
    type: Type.String({
      format: 'uri-reference',
      description: 'What kind of problem it is; relative to this service.',
    }),
    title: Type.String({ description: 'The kind of problem in words that never change.' }),
    status: Type.Integer({ description: 'The status of this answer.' }),
    detail: Type.String({ description: 'What was expected, and what came.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            parameter: Type.String({ description: 'The parameter’s name.' }),
            message: Type.String({ description: 'What was expected of it, and what came.' }),
          },
          { additionalProperties: false },
        ),
        { description: 'Under 400: every wrong parameter, not only the first.' },
      ),
    ),
  },
  {
    $id: 'ProblemDetails',
    additionalProperties: false,
    description: 'A failure, as RFC 9457 has it.',
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

/** Writes a failure as `application/problem+json`. */
export function renderProblem({ status, code, title, detail, issues }: Failure): RenderedFailure {
  const problem: ProblemDetails = {
    type: `/#${anchorOf(code)}`,
    title,
    status,
    detail,
    ...(issues.length > 0 && { errors: issues.map(({ parameter, message }) => ({ parameter, message })) }),
  }
  return { contentType: 'application/problem+json; charset=utf-8', body: JSON.stringify(problem) }
}
