// Explains to a client why its credentials are rejected. The messages contain nothing of a token but its own claims, and
// nothing of what the service expects of them.
import { AppError } from '@qb/core/errors'
import { type FastifyRequest, HTTP_ERRORS } from '@qb/http'
import type { IdTokenResult } from './oidc/id-tokens.ts'
import type { Scope } from './scopes.ts'

/** The result for an ID token without a caller. */
export type RejectedToken = Exclude<IdTokenResult, { readonly kind: 'caller' }>

/** Returns the value of `WWW-Authenticate`. @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
function createChallenge(error: string | undefined): string {
  return `Bearer realm="changelog"${error === undefined ? '' : `, ${error}`}`
}

/** Returns the challenge for a caller without the scope. Undefined when the scope is not known yet. */
export function createScopeChallenge(scope: Scope | undefined): string {
  const required = scope === undefined ? '' : `, scope="${scope}"`
  return createChallenge(`error="insufficient_scope"${required}`)
}

/** The error of a request without exactly one caller. With a challenge, it counts as a failed authentication. */
export interface Rejection {
  readonly error: AppError
  readonly challenge?: string
}

/**
 * Explains why a request has no caller, or more than one.
 * @param callers the number of callers
 * @param scope the scope that the request needs, if it is known yet
 */
export function explainRejection(
  { headers }: FastifyRequest,
  callers: number,
  rejected: RejectedToken | undefined,
  scope: Scope | undefined,
): Rejection {
  if (callers === 0 && rejected?.kind === 'unavailable') {
    const { retryAfterSeconds } = rejected
    const message = `expected the keys of the issuer of ID tokens, got an error of the issuer; try again in ${retryAfterSeconds} seconds`
    return { error: new AppError(HTTP_ERRORS.authentication_unavailable, message, { retryAfterSeconds }) }
  }
  // Everybody can get a valid token of a public issuer, so it counts for the address and not for a caller.
  if (callers === 0 && rejected?.kind === 'unmatched') {
    const message = `expected ${scope === undefined ? 'a scope' : `the scope ${scope}`}, got a token that no rule of this service gives a scope to: ${rejected.claims}`
    return { error: new AppError(HTTP_ERRORS.forbidden, message), challenge: createScopeChallenge(scope) }
  }
  const { 'x-api-key': key, authorization } = headers
  const hasCredentials = key !== undefined || authorization !== undefined
  const problem = rejected?.kind === 'invalid' ? `a token ${rejected.problem}` : 'invalid credentials'
  return {
    error: new AppError(
      HTTP_ERRORS.unauthenticated,
      explainUnauthenticated(hasCredentials, callers, problem),
    ),
    challenge: createChallenge(hasCredentials ? 'error="invalid_token"' : undefined),
  }
}

function explainUnauthenticated(hasCredentials: boolean, callers: number, problem: string): string {
  if (callers > 1) return 'expected the credentials of one caller, got the credentials of two callers'
  return hasCredentials
    ? `expected a known API key (X-API-Key, or Authorization: Bearer) or a valid token (Authorization: Bearer), got ${problem}`
    : 'expected an API key (X-API-Key, or Authorization: Bearer) or a token (Authorization: Bearer), got nothing'
}
