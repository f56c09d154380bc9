// Authenticates callers by API key or token, and authorizes them by scope, before the body is read. Error messages contain
// claims of a rejected token, but not the expected values.
import { AppError } from '@qb/core/errors'
import {
  countFailedAuthentication,
  type FastifyReply,
  type FastifyRequest,
  HTTP_ERRORS,
  verifyToken,
} from '@qb/http'
import { type Caller, findCaller, type KnownKey, type Scope } from './api-keys.ts'
import type { IdTokens, RejectedToken } from './id-tokens.ts'

/** Maximum number of failed authentications per minute and IP address. Further ones get 429 instead of 401. */
export const MAX_FAILED_AUTHENTICATIONS = 60

/** The authorization of callers by scope, also of callers whose scope is not known before the body is read. */
export type CallerAuthorization = ReturnType<typeof createAuthorization>

/** Creates the authorization of callers. @param idTokens when undefined, no ID token is accepted */
export function createAuthorization(keys: readonly KnownKey[], idTokens?: IdTokens) {
  /**
   * Authenticates the caller of a request.
   * @param scope the scope that the request needs, if it is known yet
   * @throws AppError `http/unauthenticated`, or `http/too_many_requests` after too many of these;
   * `http/forbidden` when an ID token matches no rule; `http/authentication_unavailable`
   */
  async function authenticate(request: FastifyRequest, reply: FastifyReply, scope?: Scope): Promise<Caller> {
    const { callers, rejected } = await readCredentials(request, keys, idTokens)
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
  return {
    authenticate,
    requireScope,
    guard: (scope: Scope) => async (request: FastifyRequest, reply: FastifyReply) =>
      requireScope(await authenticate(request, reply, scope), scope, reply),
    security: [{ apiKey: [] }, { bearer: [] }],
  }
}

/** @throws AppError `http/forbidden` when the caller does not have the scope */
function requireScope({ scopes }: Caller, scope: Scope, reply: FastifyReply): void {
  if (scopes.has(scope)) return
  reply.header('www-authenticate', createScopeChallenge(scope))
  const actual = [...scopes].join(' ') || 'nothing'
  throw new AppError(HTTP_ERRORS.forbidden, `expected the scope ${scope}, got ${actual}`)
}

/** Finds the callers of the valid credentials, without duplicates, and why the ID token has no caller. */
async function readCredentials(request: FastifyRequest, keys: readonly KnownKey[], idTokens?: IdTokens) {
  const { 'x-api-key': key, authorization } = request.headers
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  // The algorithm decides who verifies a token, so that no key is ever used with the algorithms of another one.
  const idToken = idTokens?.handles(bearer) ? await idTokens.findCaller(bearer) : undefined
  const rejected = idToken?.kind === 'caller' ? undefined : idToken
  const found = [
    typeof key === 'string' ? findCaller(keys, key) : undefined,
    idToken?.kind === 'caller' ? idToken.caller : undefined,
    idToken ? undefined : findBearerCaller(keys, request, bearer),
  ]
  const callers = new Map(found.flatMap((caller) => (caller ? [[caller.id, caller]] : [])))
  return { callers: [...callers.values()], rejected }
}

function findBearerCaller(
  keys: readonly KnownKey[],
  request: FastifyRequest,
  credential: string,
): Caller | undefined {
  if (credential.startsWith('qb_')) return findCaller(keys, credential)
  const claims = credential === '' ? undefined : verifyToken(request, credential)
  if (!claims) return undefined
  const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ') : []
  const id = `token ${JSON.stringify([claims.iss ?? null, claims.sub ?? null])}`
  return { id, scopes: new Set(scopes.filter((scope) => scope !== '')) }
}

/** Explains why a request has not exactly one caller. With a challenge, it is a failed authentication. */
function explainRejection(
  { headers }: FastifyRequest,
  callers: number,
  rejected: RejectedToken | undefined,
  scope: Scope | undefined,
): { readonly error: AppError; readonly challenge?: string } {
  if (callers === 0 && rejected?.kind === 'unavailable') {
    const { retryAfterSeconds } = rejected
    const message = `expected the keys of the issuer of ID tokens, got an error of the issuer; try again in ${retryAfterSeconds} seconds`
    return { error: new AppError(HTTP_ERRORS.authentication_unavailable, message, { retryAfterSeconds }) }
  }
  // Everybody can get a valid token of a public issuer, so an unmatched one counts for the address, not for a caller.
  if (callers === 0 && rejected?.kind === 'unmatched') {
    const message = `expected ${scope === undefined ? 'a scope' : `the scope ${scope}`}, got a token that matches no rule: ${rejected.claims}`
    return { error: new AppError(HTTP_ERRORS.forbidden, message), challenge: createScopeChallenge(scope) }
  }
  const kinds = (key: string, token: string) =>
    `${key} (X-API-Key, or Authorization: Bearer) or ${token} (Authorization: Bearer)`
  const problem = rejected?.kind === 'invalid' ? `a token ${rejected.problem}` : 'invalid credentials'
  const hasCredentials = headers['x-api-key'] !== undefined || headers.authorization !== undefined
  let message = `expected ${kinds('an API key', 'a token')}, got nothing`
  if (hasCredentials) message = `expected ${kinds('a known API key', 'a valid token')}, got ${problem}`
  if (callers > 1) message = 'expected the credentials of one caller, got the credentials of two callers'
  return {
    error: new AppError(HTTP_ERRORS.unauthenticated, message),
    challenge: `${CHALLENGE}${hasCredentials ? ', error="invalid_token"' : ''}`,
  }
}

/** The value of `WWW-Authenticate`. @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
const CHALLENGE = 'Bearer realm="changelog"'

/** Returns the challenge for a caller without the scope. It names the scope when it is known. */
function createScopeChallenge(scope: Scope | undefined): string {
  return `${CHALLENGE}, error="insufficient_scope"${scope === undefined ? '' : `, scope="${scope}"`}`
}
