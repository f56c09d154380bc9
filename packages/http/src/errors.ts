// Any thrown thing to one Failure: status, code, title, detail. How its body looks is the app's to say.
import { CoreError, ERRORS, type ErrorCode, type ErrorKind, type Issue } from '@qb/core/errors'
import type { FastifyError } from 'fastify'

/** The status number of each kind of error. @see https://www.rfc-editor.org/rfc/rfc9110#section-15 */
export const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  expectation_failed: 417,
  too_many_requests: 429,
  header_too_large: 431,
  internal: 500,
  unavailable: 503,
}

/** What a client is told of an error. For a status of 500 `detail` says nothing of the inside. */
export interface Failure {
  readonly status: number
  readonly code: ErrorCode
  readonly title: string
  readonly detail: string
  readonly issues: readonly Issue[]
}

/** A failure's body in an app's own words. */
export interface RenderedFailure {
  readonly contentType: string
  readonly body: string
}

/** How an app writes its failures. */
export type RenderFailure = (failure: Failure) => RenderedFailure

/** What a client is told of `error`; `requestId` leads from a 500 to the log. */
export function toFailure(error: unknown, requestId: string): Failure {
  const { code, message, issues, kind } = toCoreError(error)
  const status = STATUS[kind]
  const detail = status === 500 ? `The cause is in the log under request id ${requestId}.` : message
  return { status, code, title: ERRORS[code].title, detail, issues: status === 500 ? [] : issues }
}

/** The codes under which Fastify and Node throw what is the client's fault. */
const FOREIGN: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  FST_ERR_BAD_URL: {
    code: 'malformed_url',
    message: 'expected a path whose percent-encoding is UTF-8, got one that cannot be decoded',
  },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'uri_too_long', message: 'a path segment is too long' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'content_too_large', message: 'the body is too large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'expected a body of type application/json',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', message: 'the request did not arrive in time' },
}

function toCoreError(error: unknown): CoreError {
  if (error instanceof CoreError) return error
  const { code = '', statusCode = 500, message = '' } = (error ?? {}) as Partial<FastifyError>
  const foreign = FOREIGN[code]
  if (foreign) return new CoreError(foreign.code, foreign.message, { cause: error })
  const isClients = statusCode >= 400 && statusCode < 500
  return new CoreError(isClients ? 'malformed_request' : 'internal', message, { cause: error })
}
