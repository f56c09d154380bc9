// Who asks, decided before a body is read: an API key or a token, with the scope that an operation needs.
import { CoreError } from '@qb/core/errors'
import { countFailure, type Guard, type Request, readToken } from '@qb/http'
import { findCaller, type KnownKey } from './api-keys.ts'
import type { Caller, Scope } from './scopes.ts'

/** Failed authentications a minute and address before it is 429 instead of 401. */
export const MAX_FAILURES = 60

const callers = new WeakMap<Request, Caller>()

/** Makes the guards of operations. */
export function createGuards(keys: readonly KnownKey[]): (scope: Scope) => Guard {
  return (scope) => async (request, reply) => {
    const found = identify(keys, request)
    const [caller] = found
    if (!caller || found.length > 1) {
      const wasTried =
        request.headers['x-api-key'] !== undefined || request.headers.authorization !== undefined
      reply.header('www-authenticate', `Bearer realm="changelog"${wasTried ? ', error="invalid_token"' : ''}`)
      countFailure(request, reply, MAX_FAILURES)
      throw new CoreError('unauthenticated', explainRefusal(wasTried, found.length))
    }
    callers.set(request, caller)
    if (!caller.scopes.has(scope)) {
      reply.header(
        'www-authenticate',
        `Bearer realm="changelog", error="insufficient_scope", scope="${scope}"`,
      )
      throw new CoreError(
        'forbidden',
        `expected the scope ${scope}, got ${[...caller.scopes].join(' ') || 'none'}`,
      )
    }
  }
}

/** The caller of a request that a guard has let in. */
export function callerOf(request: Request): string | undefined {
  return callers.get(request)?.id
}

/** The callers whose credentials a request has, each once. What is no credential of a caller does not hide another. */
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
  const claims = readToken(request, credential)
  if (!claims) return undefined
  const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ') : []
  return { id: `token ${String(claims.sub ?? '')}`, scopes: new Set(scopes.filter((scope) => scope !== '')) }
}

function explainRefusal(wasTried: boolean, found: number): string {
  if (found > 1) return 'expected the credentials of one caller, got those of two'
  return wasTried
    ? 'expected a known API key (X-API-Key, or Authorization: Bearer) or a valid token (Authorization: Bearer), got neither'
    : 'expected an API key (X-API-Key, or Authorization: Bearer) or a token (Authorization: Bearer), got none'
}
