// Renders error responses as problem details (RFC 9457). `type` links to the row of the error at
// `/errors`.
import { type Static, Type } from '@sinclair/typebox'
import { closedObject } from '../input/schemas.ts'
import type { ErrorFormat } from './error-response.ts'
import { errorUrl } from './http-errors.ts'

/** The body of an error response. @see https://www.rfc-editor.org/rfc/rfc9457 */
export const ProblemDetails = closedObject(
  {
    type: Type.String({
      format: 'uri-reference',
      description: 'Identifies the kind of error. A URL relative to this service.',
    }),
    title: Type.String({
      description: 'Describes the kind of error. The same for every error with this `type`.',
    }),
    status: Type.Integer({ description: 'The status of this response.' }),
    detail: Type.String({ description: 'Describes what was expected and what the request contains.' }),
    errors: Type.Optional(
      Type.Array(
        closedObject({
          parameter: Type.String({ description: 'The name of the parameter.' }),
          message: Type.String({
            description: 'Describes what was expected and what the request contains.',
          }),
        }),
        { description: 'The invalid parameters, at most 20. Only with status 400.' },
      ),
    ),
  },
  {
    $id: 'ProblemDetails',
    description: 'The body of an error response: problem details as defined by RFC 9457.',
    examples: [
      {
        type: '/errors#invalid-parameters',
        title: 'Invalid parameters',
        status: 400,
        detail: 'limit: expected an integer from 1 to 50, got "51"',
        errors: [{ parameter: 'limit', message: 'expected an integer from 1 to 50, got "51"' }],
      },
    ],
  },
)
export type ProblemDetails = Static<typeof ProblemDetails>

/** The format of error responses that are problem details. */
export const PROBLEM_FORMAT = {
  contentType: 'application/problem+json',
  schema: ProblemDetails,
  render: ({ status, definition, detail, issues }, basePath = ''): ProblemDetails => ({
    type: errorUrl(definition, basePath),
    title: definition.title,
    status,
    detail,
    ...(issues.length > 0 && { errors: issues.map(({ parameter, message }) => ({ parameter, message })) }),
  }),
} satisfies ErrorFormat
