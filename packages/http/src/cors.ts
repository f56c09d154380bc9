// Configures CORS. Scripts of the allowed origins may read every response, including error responses.
// Credentials such as cookies are not allowed.
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** The response headers that a script in a browser may read. */
const EXPOSED = ['ETag', 'Link', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** The origins whose scripts may read responses: every origin (`*`), one origin, or a list. */
export type AllowedOrigin = string | readonly string[]

/**
 * Returns the CORS headers of a response that bypasses Fastify's hooks.
 * @param requestOrigin the `Origin` of the request, if it is known
 */
export function corsHeaders(
  allowed: AllowedOrigin | undefined,
  requestOrigin?: string,
): Record<string, string> {
  if (allowed === undefined) return {}
  const exposed = { 'access-control-expose-headers': EXPOSED.join(', ') }
  if (typeof allowed === 'string') return { 'access-control-allow-origin': allowed, ...exposed }
  if (requestOrigin === undefined || !allowed.includes(requestOrigin)) return { vary: 'Origin' }
  return { vary: 'Origin', 'access-control-allow-origin': requestOrigin, ...exposed }
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
  if (!/^https?:\/\/[!-~]+$/i.test(text) || !URL.canParse(text)) return undefined
  const { origin, href } = new URL(text)
  return href === `${origin}/` ? origin : undefined
}

/**
 * Allows scripts of some origins to read every response. Without an origin, CORS is disabled.
 * @see https://github.com/fastify/fastify-cors
 */
export async function allowOrigin(app: FastifyInstance, allowed: AllowedOrigin | undefined): Promise<void> {
  if (allowed === undefined) return
  await app.register(cors, {
    origin: typeof allowed === 'string' ? allowed : [...allowed],
    methods: ['GET', 'HEAD', 'OPTIONS'],
    exposedHeaders: EXPOSED,
    strictPreflight: false,
    maxAge: 86_400,
  })
}
