// Authentication by API key or token, and authorization by scope. Both come before the body is read.
import { AppError } from '@qb/core/errors'
import {
  type Authorization,
  countFailedAuthentication,
  type Guard,
  HTTP_ERRORS,
  type Request,
  verifyToken,
} from '@qb/http'
import { findCaller, type KnownKey } from './api-keys.ts'
import type { Caller, Scope } from './scopes.ts'

/** Failed authentications per minute and address before the response is 429 instead of 401. */
export const MAX_FAILED_AUTHENTICATIONS = 60

/** Authorizes callers by API key or token. */
export function authorize(keys: readonly KnownKey[]): Authorization<Scope> {
  return {
    guard: (scope) => guardOf(keys, scope),
    security: [{ apiKey: [] }, { bearer: [] }],
  }
}

function guardOf(keys: readonly KnownKey[], scope: Scope): Guard {
  return async (request, reply) => {
    const callers = identify(keys, request)
    const [caller] = callers
    if (!caller || callers.length > 1) {
      const { 'x-api-key': key, authorization } = request.headers
      const hasCredentials = key !== undefined || authorization !== undefined
      reply.header('www-authenticate', challenge(hasCredentials ? 'error="invalid_token"' : undefined))
      countFailedAuthentication(request, MAX_FAILED_AUTHENTICATIONS)
      throw new AppError(HTTP_ERRORS.unauthenticated, explainRefusal(hasCredentials, callers.length))
    }
    request.callerId = caller.id
    if (!caller.scopes.has(scope)) {
      reply.header('www-authenticate', challenge(`error="insufficient_scope", scope="${scope}"`))
      const scopes = [...caller.scopes].join(' ') || 'none'
      throw new AppError(HTTP_ERRORS.forbidden, `expected the scope ${scope}, got ${scopes}`)
    }
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
function challenge(error: string | undefined): string {
  return `Bearer realm="changelog"${error === undefined ? '' : `, ${error}`}`
}

/** The callers whose credentials a request has, each once. An invalid credential is ignored beside a valid one. */
function identify(keys: readonly KnownKey[], request: Request): Caller[] {
  const { 'x-api-key': key, authorization } = request.headers
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  const byKey = typeof key === 'string' ? findCaller(keys, key) : undefined
  const byBearer = bearer === undefined ? undefined : findBearer(keys, request, bearer)
  const found = [byKey, byBearer].filter((caller) => caller !== undefined)
  return found[0]?.id === found[1]?.id ? found.slice(0, 1) : found
}

function findBearer(keys: readonly KnownKey[], request: Request, credential: string): Caller | undefined {
  if (credential.startsWith('qb_')) return findCaller(keys, credential)
  const claims = verifyToken(request, credential)
  if (!claims) return undefined
  const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ') : []
  return { id: `token ${String(claims.sub ?? '')}`, scopes: new Set(scopes.filter((scope) => scope !== '')) }
}

function explainRefusal(hasCredentials: boolean, callers: number): string {
  if (callers > 1) return 'expected the credentials of one caller, got those of two'
  return hasCredentials
    ? 'expected a known API key (X-API-Key, or Authorization: Bearer) or a valid token (Authorization: Bearer), got neither'
    : 'expected an API key (X-API-Key, or Authorization: Bearer) or a token (Authorization: Bearer), got none'
}
