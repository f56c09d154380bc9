// Defines what the error handlers of requests and of connections share: their dependencies and the header
// fields of errors.
import type { AppError } from '@qb/core/errors'
import type { Logger } from 'pino'
import type { Limiter } from '../limits/rate-limit.ts'
import type { RenderError } from './error-response.ts'

/** The header fields of every response that is only for its request, such as an error. */
export const ERROR_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** The dependencies of the error handlers. */
export interface ErrorHandling {
  readonly logger: Logger
  readonly renderError: RenderError
  /** Returns the CORS header fields for the `Origin` of a request. */
  readonly corsHeaders: (requestOrigin?: string) => HeaderFields
  /** Time after the final response of a connection until it is destroyed, in milliseconds. */
  readonly lingerMs: number
  readonly limiter: Limiter
}

/** Header fields by lower-case name. */
export type HeaderFields = Readonly<Record<string, string>>

/** Returns the header fields for the details of an error: `retry-after`, `etag` and `idempotency-replayed`. */
export function headersOf({ details }: AppError): HeaderFields {
  const { retryAfterSeconds, revision, isReplayed } = details
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(revision !== undefined && { etag: `"${revision}"` }),
    ...(isReplayed && { 'idempotency-replayed': 'true' }),
  }
}
