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
import type { IdTokens } from './oidc/id-tokens.ts'
import { createScopeChallenge, explainRejection, type RejectedToken } from './rejection.ts'
import type { Caller, Scope } from './scopes.ts'

/**
 * Maximum number of failed authentications per minute and IP address. Further ones get 429 instead of 401.
 */
export const MAX_FAILED_AUTHENTICATIONS = 60

/** The authorization of callers by scope, also of callers whose scope is not known before the body is read. */
export interface CallerAuthorization extends Authorization<Scope> {
  /**
   * Authenticates the caller of a request.
   * @throws AppError `http/unauthenticated`, or `http/too_many_requests` after too many of these;
   * `http/forbidden` when no rule gives a scope to an ID token; `http/authentication_unavailable`
   */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  /** @throws AppError `http/forbidden` when the caller does not have the scope */
  requireScope(caller: Caller, scope: Scope, reply: FastifyReply): void
}

/**
 * Creates the authorization of callers by API key or token.
 * @param idTokens finds the callers of ID tokens. When undefined, no ID token is accepted.
 */
export function createAuthorization(keys: readonly KnownKey[], idTokens?: IdTokens): CallerAuthorization {
  const authenticate = createAuthentication(keys, idTokens)
  return {
    authenticate,
    requireScope,
    guard: (scope) => async (request, reply) => {
      requireScope(await authenticate(request, reply, scope), scope, reply)
    },
    security: [{ apiKey: [] }, { bearer: [] }],
  }
}

function createAuthentication(keys: readonly KnownKey[], idTokens: IdTokens | undefined) {
  return async (request: FastifyRequest, reply: FastifyReply, scope?: Scope): Promise<Caller> => {
    const { callers, rejected } = await findCallers(keys, idTokens, request)
    const [caller] = callers
    if (!caller || callers.length > 1) {
      const { error, challenge } = explainRejection(request, callers.length, rejected, scope)
      if (challenge !== undefined) {
        reply.header('www-authenticate', challenge)
        countFailedAuthentication(request, MAX_FAILED_AUTHENTICATIONS)
      }
      throw error
    }
    request.callerId = caller.id
    return caller
  }
}

function requireScope({ scopes }: Caller, scope: Scope, reply: FastifyReply): void {
  if (scopes.has(scope)) return
  reply.header('www-authenticate', createScopeChallenge(scope))
  const actual = [...scopes].join(' ') || 'nothing'
  throw new AppError(HTTP_ERRORS.forbidden, `expected the scope ${scope}, got ${actual}`)
}

/** The credentials of a request. */
interface Credentials {
  /** The callers of the valid credentials, without duplicates. Invalid credentials are ignored. */
  readonly callers: readonly Caller[]
  /** Why the ID token has no caller. */
  readonly rejected?: RejectedToken
}

async function findCallers(
  keys: readonly KnownKey[],
  idTokens: IdTokens | undefined,
  request: FastifyRequest,
): Promise<Credentials> {
  const { 'x-api-key': key, authorization } = request.headers
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  const byKey = typeof key === 'string' ? findCaller(keys, key) : undefined
  // The algorithm decides who verifies a token, so that no key is ever used with the algorithms of another one.
  if (bearer !== undefined && idTokens?.handles(bearer)) {
    const result = await idTokens.findCaller(bearer)
    return result.kind === 'caller'
      ? { callers: withoutDuplicates(byKey, result.caller) }
      : { callers: withoutDuplicates(byKey, undefined), rejected: result }
  }
  const byBearer = bearer === undefined ? undefined : findBearerCaller(keys, request, bearer)
  return { callers: withoutDuplicates(byKey, byBearer) }
}

function withoutDuplicates(byKey: Caller | undefined, byBearer: Caller | undefined): Caller[] {
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
