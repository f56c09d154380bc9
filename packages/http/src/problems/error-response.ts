// Converts a thrown value to the error response: status, code, title, detail. Each service renders the body in its
// own format.
import { AppError, type ErrorDefinition, type Issue } from '@qb/core/errors'
import type { FastifyError } from 'fastify'
import { HTTP_ERRORS, statusOf } from './http-errors.ts'

/** The public part of an error. Under status 500, `detail` contains no internal details. */
export interface ErrorResponse {
  readonly status: number
  readonly definition: ErrorDefinition
  readonly detail: string
  readonly issues: readonly Issue[]
}

/** The body of an error response. */
export interface RenderedError {
  readonly contentType: string
  readonly body: string
}

/** Renders the body of an error response. */
export type RenderError = (response: ErrorResponse) => RenderedError

/** Converts `error` to an error response. Under status 500, `detail` names `requestId`, which the log has too. */
export function toErrorResponse(error: unknown, requestId: string): ErrorResponse {
  const { definition, message, issues } = toAppError(error)
  const status = statusOf(definition)
  if (status !== 500) return { status, definition, detail: message, issues }
  return { status, definition, detail: `The cause is in the log under request id ${requestId}.`, issues: [] }
}

/** The error codes of Fastify and Node for client errors. */
const FOREIGN: Readonly<Record<string, { definition: ErrorDefinition; message: string }>> = {
  FST_ERR_BAD_URL: {
    definition: HTTP_ERRORS.malformed_url,
    message: 'expected a path whose percent-encoding is UTF-8, got one that cannot be decoded',
  },
  FST_ERR_MAX_PARAM_LENGTH: { definition: HTTP_ERRORS.uri_too_long, message: 'a path segment is too long' },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    definition: HTTP_ERRORS.content_too_large,
    message: 'the body is too large',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    definition: HTTP_ERRORS.unsupported_media_type,
    message: 'expected a body of type application/json',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    definition: HTTP_ERRORS.request_timeout,
    message: 'the request did not arrive in time',
  },
}

/** Returns an {@link AppError} unchanged, and converts any other thrown value to one. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code = '', statusCode = 500, message = '' } = (error ?? {}) as Partial<FastifyError>
  const foreign = FOREIGN[code]
  if (foreign) return new AppError(foreign.definition, foreign.message, { cause: error })
  const isClients = statusCode >= 400 && statusCode < 500
  const definition = isClients ? HTTP_ERRORS.malformed_request : HTTP_ERRORS.internal
  return new AppError(definition, message, { cause: error })
}
