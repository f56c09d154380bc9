// Defines the format of error responses of this service: `{ "success": false, "error": "<message>" }`. The examples of messages in
// error-examples.json are part of the OpenAPI document.
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'
import { GIT_ERRORS } from '@qb/core/git'
import { closedObject, type ErrorFormat, HTTP_ERRORS } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import examples from './error-examples.json' with { type: 'json' }

const ErrorBody = closedObject(
  {
    success: Type.Literal(false),
    error: Type.String({
      description: 'Describes what was expected, and what the request or the file contains.',
    }),
  },
  {
    $id: 'Error',
    description:
      'The body of an error response. Its header field `Link` with `rel="help"` leads to the entry of the error in the list of errors.',
    examples: [
      { success: false, error: 'version_bump: expected one of: MAJOR, MINOR, PATCH; got "major"' },
      { success: false, error: 'Internal server error' },
    ],
  },
)

const ERRORS = { ...HTTP_ERRORS, ...CHANGELOG_ERRORS, ...GIT_ERRORS }

export const ERROR_FORMAT: ErrorFormat = {
  contentType: 'application/json',
  schema: ErrorBody,
  /** With status 500, the body does not contain the cause. */
  render: ({ status, detail }): Static<typeof ErrorBody> => ({
    success: false,
    error: status === 500 ? 'Internal server error' : detail,
  }),
  // A test checks that every error of every operation has one.
  examples: Object.entries(examples).map(
    ([name, message]) => new AppError(ERRORS[name as keyof typeof examples], message),
  ),
}
