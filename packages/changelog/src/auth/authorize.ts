// Authenticates callers by API key or token, and authorizes them by scope. Both happen before the body is
// read.
import { AppError } from '@qb/core/errors'
import {
  type Authorization,
  countFailedAuthentication,
  type FastifyReply,
  type FastifyRequest,
  HTTP_ERRORS,
  verifyToken,
} from '@qb/http'
import { findCaller, type KnownKey } from './api-keys.ts'
import type { Caller, Scope } from './scopes.ts'

/**
 * Maximum number of failed authentications per minute and IP address. Further ones get 429 instead of 401.
 */
export const MAX_FAILED_AUTHENTICATIONS = 60

/** The authorization of callers by scope, also of callers whose scope is not known before the body is read. */
export interface CallerAuthorization extends Authorization<Scope> {
  /**
   * Authenticates the caller of a request.
   * @throws AppError `http/unauthenticated`, or `http/too_many_requests` after too many of these
   */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  /** @throws AppError `http/forbidden` when the caller does not have the scope */
  requireScope(caller: Caller, scope: Scope, reply: FastifyReply): void
}

/** Creates the authorization of callers by API key or token. */
export function createAuthorization(keys: readonly KnownKey[]): CallerAuthorization {
  const authenticate = createAuthentication(keys)
  return {
    authenticate,
    requireScope,
    guard: (scope) => async (request, reply) => {
      requireScope(await authenticate(request, reply), scope, reply)
    },
    security: [{ apiKey: [] }, { bearer: [] }],
  }
}

function createAuthentication(keys: readonly KnownKey[]): CallerAuthorization['authenticate'] {
  return async (request, reply) => {
    const callers = findCallers(keys, request)
    const [caller] = callers
    if (!caller || callers.length > 1) {
      const { 'x-api-key': key, authorization } = request.headers
      const hasCredentials = key !== undefined || authorization !== undefined
      reply.header('www-authenticate', createChallenge(hasCredentials ? 'error="invalid_token"' : undefined))
      countFailedAuthentication(request, MAX_FAILED_AUTHENTICATIONS)
      throw new AppError(HTTP_ERRORS.unauthenticated, explainUnauthenticated(hasCredentials, callers.length))
    }
    request.callerId = caller.id
    return caller
  }
}

function requireScope({ scopes }: Caller, scope: Scope, reply: FastifyReply): void {
  if (scopes.has(scope)) return
  reply.header('www-authenticate', createChallenge(`error="insufficient_scope", scope="${scope}"`))
  const actual = [...scopes].join(' ') || 'nothing'
  throw new AppError(HTTP_ERRORS.forbidden, `expected the scope ${scope}, got ${actual}`)
}

/** Returns the value of `WWW-Authenticate`. @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
function createChallenge(error: string | undefined): string {
  return `Bearer realm="changelog"${error === undefined ? '' : `, ${error}`}`
}

/**
 * Returns the callers of the valid credentials of a request, without duplicates. Invalid credentials are
 * ignored.
 */
function findCallers(keys: readonly KnownKey[], request: FastifyRequest): Caller[] {
  const { 'x-api-key': key, authorization } = request.headers
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  const byKey = typeof key === 'string' ? findCaller(keys, key) : undefined
  const byBearer = bearer === undefined ? undefined : findBearerCaller(keys, request, bearer)
  const callers = [byKey, byBearer].filter((caller) => caller !== undefined)
  return callers[0]?.id === callers[1]?.id ? callers.slice(0, 1) : callers
}

function findBearerCaller(
  keys: readonly KnownKey[],
  request: FastifyRequest,
  credential: string,
): Caller | undefined {
  if (credential.startsWith('qb_')) return findCaller(keys, credential)
  const claims = verifyToken(request, credential)
  if (!claims) return undefined
  const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ') : []
  const id = `token ${JSON.stringify([claims.iss ?? null, claims.sub ?? null])}`
  return { id, scopes: new Set(scopes.filter((scope) => scope !== '')) }
}

function explainUnauthenticated(hasCredentials: boolean, callers: number): string {
  if (callers > 1) return 'expected the credentials of one caller, got the credentials of two callers'
  return hasCredentials
    ? 'expected a known API key (X-API-Key, or Authorization: Bearer) or a valid token (Authorization: Bearer), got invalid credentials'
    : 'expected an API key (X-API-Key, or Authorization: Bearer) or a token (Authorization: Bearer), got nothing'
}
