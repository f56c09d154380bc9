// What the handlers of requests and of connections share: their dependencies, and the header fields of an error.
import type { AppError } from '@qb/core/errors'
import type { Logger } from 'pino'
import type { Limiter } from '../limits/rate-limit.ts'
import type { RenderError } from './error-response.ts'

/** The header fields of every error response. */
export const ERROR_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** The dependencies of the error handlers. */
export interface ErrorHandling {
  readonly logger: Logger
  readonly renderError: RenderError
  /** Headers of every response. Error responses that bypass the hooks need them too. */
  readonly constantHeaders: Readonly<Record<string, string>>
  /** Maximum time until a connection is freed after its last response, if the client does not close its side. */
  readonly lingerMs: number
  readonly limiter: Limiter
}

export type Headers = Readonly<Record<string, string>>

/** The header fields that follow from an error's details. */
export function headersOf({ details }: AppError): Headers {
  const { retryAfterSeconds, revision } = details
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(revision !== undefined && { etag: `"${revision}"` }),
  }
}
