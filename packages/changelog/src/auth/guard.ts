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
    const caller = identify(keys, request)
    if (!caller) {
      const wasTried = credentialOf(request) !== undefined
      reply.header('www-authenticate', `Bearer realm="changelog"${wasTried ? ', error="invalid_token"' : ''}`)
      countFailure(request, reply, MAX_FAILURES)
      throw new CoreError(
        'unauthenticated',
        wasTried
          ? 'expected a known API key or a valid token, got neither'
          : 'expected an API key (X-API-Key, or Authorization: Bearer) or a token (Authorization: Bearer), got none',
      )
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

function identify(keys: readonly KnownKey[], request: Request): Caller | undefined {
  const credential = credentialOf(request)
  if (credential === undefined) return undefined
  if (credential.startsWith('qb_')) return findCaller(keys, credential)
  const claims = readToken(request, credential)
  if (!claims) return undefined
  const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ') : []
  return { id: `token ${String(claims.sub ?? '')}`, scopes: new Set(scopes.filter((scope) => scope !== '')) }
}

function credentialOf({ headers }: Request): string | undefined {
  const key = headers['x-api-key']
  if (typeof key === 'string') return key
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? headers.authorization
}
