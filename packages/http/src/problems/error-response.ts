// Converts a thrown value to an error response. The response does not have a format yet: each service renders
// the body in its own format.
import { AppError, type ErrorDefinition, type Issue } from '@qb/core/errors'
import type { TSchema } from '@sinclair/typebox'
import type { FastifyError } from 'fastify'
import type { Logger } from 'pino'
import type { BasePath } from '../base-path.ts'
import type { Limiter } from '../limits/rate-limit.ts'
import { errorUrl, HTTP_ERRORS, statusOf } from './http-errors.ts'

/** An error as a client sees it. With status 500, `detail` contains no internal information. */
export interface ErrorResponse {
  readonly status: number
  readonly definition: ErrorDefinition
  readonly detail: string
  readonly issues: readonly Issue[]
}

/** The format of the error responses of a service, and their documentation. */
export interface ErrorFormat {
  /** A media type of JSON, without a charset. */
  readonly contentType: string
  readonly schema: TSchema
  /** Returns the body of an error response. Its links begin with the base path of the service. */
  readonly render: (response: ErrorResponse, basePath?: BasePath) => object
  /** Example errors for the documentation. An error without an example is documented with an empty detail. */
  readonly examples?: readonly AppError[]
}

/** Header fields by lower-case name. */
export type HeaderFields = Readonly<Record<string, string>>

/** What the error handlers of requests and of connections share. */
export interface ErrorHandling {
  readonly logger: Logger
  readonly errorFormat: ErrorFormat
  /** The path prefix of the links to the list of errors. */
  readonly basePath: BasePath
  /** Returns the CORS header fields for the `Origin` of a request. */
  readonly corsHeaders: (requestOrigin?: string) => HeaderFields
  /** Time after the final response of a connection until it is destroyed, in milliseconds. */
  readonly lingerMs: number
  readonly limiter: Limiter
  /** Renders the page that a browser shows for an error of a page, and for an unknown path. */
  readonly renderErrorPage: (response: ErrorResponse) => string
}

/** The header fields of every response that is only for its request, such as an error. */
export const ERROR_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Renders an error response: its status, its body, and the header fields that depend on the error. */
export function renderResponse(
  error: unknown,
  response: ErrorResponse,
  { errorFormat, basePath }: Pick<ErrorHandling, 'errorFormat' | 'basePath'>,
) {
  const headers = {
    'content-type': `${errorFormat.contentType}; charset=utf-8`,
    link: helpLink(response.definition, basePath),
    ...ERROR_HEADERS,
    ...headersOf(toAppError(error)),
  }
  return { status: response.status, headers, body: `${JSON.stringify(errorFormat.render(response))}\n` }
}

/** Returns the value of `link` of an error (RFC 8288). */
export function helpLink(definition: ErrorDefinition, basePath: BasePath): string {
  return `<${errorUrl(definition, basePath)}>; rel="help"`
}

/** Returns the header fields for the details of an error: `retry-after` and `etag`. */
export function headersOf({ details }: AppError): HeaderFields {
  const { retryAfterSeconds, revision } = details
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(revision !== undefined && { etag: `"${revision}"` }),
  }
}

/** Converts an error to an error response. With status 500, `detail` refers to the log. */
export function toErrorResponse(error: unknown, requestId: string): ErrorResponse {
  const { definition, message, issues } = toAppError(error)
  const status = statusOf(definition)
  if (status !== 500) return { status, definition, detail: message, issues }
  const detail = definition.isLogged
    ? `The cause is in the log under request id ${requestId}.`
    : (definition.help ?? 'The cause is in the log.')
  return { status, definition, detail, issues: [] }
}

/** The errors of Fastify and Node that a client can cause, by code. */
const FRAMEWORK_ERRORS: Readonly<Record<string, readonly [ErrorDefinition, message: string]>> = {
  FST_ERR_BAD_URL: [
    HTTP_ERRORS.malformed_url,
    'expected a path in percent-encoded UTF-8, got bytes that cannot be decoded',
  ],
  FST_ERR_MAX_PARAM_LENGTH: [HTTP_ERRORS.uri_too_long, 'a path segment exceeds the maximum length'],
  FST_ERR_CTP_BODY_TOO_LARGE: [HTTP_ERRORS.content_too_large, 'the body exceeds the maximum size'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    HTTP_ERRORS.unsupported_media_type,
    'expected a body with the content type application/json',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    HTTP_ERRORS.request_timeout,
    'expected a complete request within the timeout, got an incomplete request',
  ],
}

/** Converts a thrown value to an {@link AppError}. An `AppError` is returned unchanged. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code = '', statusCode = 500, message = '' } = (error ?? {}) as Partial<FastifyError>
  const isClientError = statusCode >= 400 && statusCode < 500
  const unknown = [isClientError ? HTTP_ERRORS.malformed_request : HTTP_ERRORS.internal, message] as const
  const [definition, text] = FRAMEWORK_ERRORS[code] ?? unknown
  return new AppError(definition, text, { cause: error })
}
