// Defines the errors of HTTP itself, and derives the status of every error. @see
// https://www.rfc-editor.org/rfc/rfc9110#section-15
import { defineErrors, type ErrorDefinition, type Outcome } from '@qb/core/errors'

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
  invalid_parameters: { title: 'Invalid parameters', outcome: 'invalid' },
  invalid_body: { title: 'Invalid body', outcome: 'invalid' },
  malformed_url: { title: 'Malformed URL', outcome: 'invalid' },
  malformed_request: { title: 'Malformed request', outcome: 'invalid' },
  unauthenticated: { title: 'Unauthenticated', outcome: 'invalid' },
  /** Whether a credential is valid cannot be known for now. The error has `retryAfterSeconds`. Its cause is logged once. */
  authentication_unavailable: {
    title: 'Authentication is unavailable',
    outcome: 'unavailable',
    fault: 'operator',
    isLogged: false,
  },
  forbidden: { title: 'Forbidden', outcome: 'invalid' },
  unknown_route: { title: 'Unknown route', outcome: 'not_found' },
  method_not_allowed: { title: 'Method not allowed', outcome: 'invalid' },
  request_timeout: { title: 'Request timeout', outcome: 'invalid' },
  content_too_large: { title: 'Content too large', outcome: 'too_large' },
  uri_too_long: { title: 'URI too long', outcome: 'too_large' },
  unsupported_media_type: { title: 'Unsupported media type', outcome: 'invalid' },
  expectation_failed: { title: 'Expectation failed', outcome: 'invalid' },
  too_many_requests: { title: 'Too many requests', outcome: 'unavailable' },
  header_too_large: { title: 'Request header fields too large', outcome: 'too_large' },
  internal: { title: 'Internal server error', outcome: 'failed', fault: 'developer' },
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
