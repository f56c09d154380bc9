// Configures CORS. Scripts of the allowed origins may read every response, including error responses.
// Credentials such as cookies are not allowed.
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** The response headers that a script in a browser may read. */
const EXPOSED = 'ETag, Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id'

/** The origins whose scripts may read responses: every origin (`*`), one origin, or a list. */
export type AllowedOrigin = string | readonly string[]

/** Creates a function that returns the CORS header fields of a response for the `Origin` of its request. */
export function createCorsHeaders(
  allowed: AllowedOrigin | undefined,
): (requestOrigin?: string) => Readonly<Record<string, string>> {
  const allow = (origin: string) => ({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
  })
  if (typeof allowed !== 'object') {
    const same = allowed === undefined ? {} : allow(allowed)
    return () => same
  }
  const vary = { vary: 'Origin' }
  const byOrigin = new Map(allowed.map((origin) => [origin, { ...vary, ...allow(origin) }]))
  return (requestOrigin = '') => byOrigin.get(requestOrigin) ?? vary
}

/**
 * Reads a list of origins, separated by commas. A slash at the end is removed, and host names are in lower case, because
 * browsers compare origins exactly. One origin is returned as a string.
 * @param text `*`, or origins such as `https://quiz.example`
 * @returns undefined when one of them is not an origin
 */
export function parseOrigins(text: string): AllowedOrigin | undefined {
  if (text.trim() === '*') return '*'
  const origins = text.split(',').map((origin) => readOrigin(origin.trim()))
  if (!origins.every((origin) => origin !== undefined)) return undefined
  const unique = [...new Set(origins)]
  return unique.length === 1 ? unique[0] : unique
}

function readOrigin(text: string): string | undefined {
  // Browsers know no part of an origin that stands for all.
  if (!/^https?:\/\/(?!.*\*)[!-~]+$/i.test(text) || !URL.canParse(text)) return undefined
  const { origin, href } = new URL(text)
  return href === `${origin}/` ? origin : undefined
}

/** Responds to preflight requests with @fastify/cors, when an origin is allowed. */
export async function respondToPreflights(
  app: FastifyInstance,
  allowed: AllowedOrigin | undefined,
): Promise<void> {
  if (allowed === undefined) return
  const origin = typeof allowed === 'string' ? allowed : [...allowed]
  const methods = ['GET', 'HEAD', 'OPTIONS']
  const options = { origin, methods, exposedHeaders: EXPOSED, strictPreflight: false, maxAge: 86_400 }
  // In a scope of its own, the hook of the plugin does not run for other requests, which have their header fields already.
  await app.register(async (scope) => void scope.register(cors, options))
}
