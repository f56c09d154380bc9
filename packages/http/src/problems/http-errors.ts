// Defines the errors of HTTP itself, and derives the status of every error. @see
// https://www.rfc-editor.org/rfc/rfc9110#section-15
import { defineErrors, type ErrorDefinition, type Outcome } from '@qb/core/errors'
import type { BasePath } from '../base-path.ts'

const STATUS_OF_OUTCOME: Readonly<Record<Outcome, number>> = {
  invalid: 400,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  unprocessable: 422,
  too_large: 413,
  unavailable: 503,
  failed: 500,
}

/** The errors that come from HTTP and not from an operation. */
export const HTTP_ERRORS = defineErrors('http', {
  invalid_parameters: {
    outcome: 'invalid',
    help: 'A parameter is unknown, missing, repeated or invalid. The error names each one, with what was expected.',
  },
  invalid_body: {
    outcome: 'invalid',
    help: 'The body is not JSON, or a member is unknown, missing or invalid. The error names it.',
  },
  malformed_url: {
    title: 'Malformed URL',
    outcome: 'invalid',
    help: 'The path or the query contains a percent sign that encodes no UTF-8. Encode each part.',
  },
  malformed_request: {
    outcome: 'invalid',
    help: 'The bytes are not an HTTP/1.1 request, or the body is not JSON. Check the request line, the header fields and the body.',
  },
  unauthenticated: {
    outcome: 'invalid',
    help: 'The API key or token is missing, unknown or expired. Send a valid one in `X-API-Key` or `Authorization: Bearer`.',
  },
  authentication_unavailable: {
    title: 'Authentication is unavailable',
    outcome: 'unavailable',
    help: 'The keys of the token’s issuer cannot be fetched for now. Try again after `Retry-After` seconds.',
  },
  forbidden: {
    outcome: 'invalid',
    help: 'The API key or token lacks the scope that the operation requires. Use one that has it.',
  },
  unknown_route: {
    outcome: 'not_found',
    help: 'The service has nothing at this path. The operations are on the front page.',
  },
  method_not_allowed: {
    outcome: 'invalid',
    help: 'The path exists, but not with this method. `Allow` lists the methods.',
  },
  request_timeout: {
    outcome: 'invalid',
    help: 'The request did not arrive in time. Send it again, without pauses.',
  },
  content_too_large: {
    outcome: 'too_large',
    help: 'The body is larger than the service accepts. Send less at once.',
  },
  uri_too_long: {
    title: 'URI too long',
    outcome: 'too_large',
    help: 'The path or the query is longer than the service accepts.',
  },
  unsupported_media_type: {
    outcome: 'invalid',
    help: 'The body is not JSON in UTF-8, or it is compressed. Send plain JSON with `Content-Type: application/json`.',
  },
  expectation_failed: {
    outcome: 'invalid',
    help: 'The only `Expect` that is supported is `100-continue`.',
  },
  too_many_requests: {
    outcome: 'unavailable',
    help: 'The client has sent more requests than it may in a minute. Try again after `Retry-After` seconds.',
  },
  header_too_large: {
    title: 'Request header fields too large',
    outcome: 'too_large',
    help: 'The header fields are larger than the service accepts, often because of cookies.',
  },
  internal: {
    title: 'Internal server error',
    outcome: 'failed',
    isLogged: true,
    help: 'A fault of the service. Report it with its `X-Request-Id`, which the log contains too.',
  },
})

/** The status of the errors for which HTTP has a more specific status than the one of their outcome. */
const SPECIFIC_STATUS: ReadonlyMap<ErrorDefinition, number> = new Map([
  [HTTP_ERRORS.unauthenticated, 401],
  [HTTP_ERRORS.forbidden, 403],
  [HTTP_ERRORS.method_not_allowed, 405],
  [HTTP_ERRORS.request_timeout, 408],
  [HTTP_ERRORS.uri_too_long, 414],
  [HTTP_ERRORS.unsupported_media_type, 415],
  [HTTP_ERRORS.expectation_failed, 417],
  [HTTP_ERRORS.too_many_requests, 429],
  [HTTP_ERRORS.header_too_large, 431],
])

/** Returns the status of the response to an error. */
export function statusOf(definition: ErrorDefinition): number {
  return SPECIFIC_STATUS.get(definition) ?? STATUS_OF_OUTCOME[definition.outcome]
}

const {
  invalid_parameters,
  invalid_body,
  unauthenticated,
  authentication_unavailable,
  forbidden,
  ...common
} = HTTP_ERRORS

/** The errors that every service can return, whatever its operations are. */
export const COMMON_ERRORS: readonly ErrorDefinition[] = Object.values(common)

/** Returns the slug of an error for URLs: `questions/unknown_category` becomes `unknown-category`. */
export function slugOf({ code }: ErrorDefinition): string {
  return code.slice(code.indexOf('/') + 1).replaceAll('_', '-')
}

/** Returns the URL of an error in the list of errors of a service, relative to its host. */
export function errorUrl(definition: ErrorDefinition, basePath: BasePath): string {
  return `${basePath}/errors#${slugOf(definition)}`
}
