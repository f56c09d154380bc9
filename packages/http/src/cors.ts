// Configures CORS. Scripts of the allowed origin may read every response, including error responses.
// Credentials such as cookies are not allowed.
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** The response headers that a script in a browser may read. */
const EXPOSED = ['ETag', 'Link', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** Returns the CORS headers of a response that bypasses Fastify's hooks. */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {}
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED.join(', ') }
}

/**
 * Allows scripts of one origin, or of every origin with `*`, to read every response. Without an origin, CORS
 * is disabled.
 * @see https://github.com/fastify/fastify-cors
 */
export async function allowOrigin(app: FastifyInstance, origin: string | undefined): Promise<void> {
  if (origin === undefined) return
  await app.register(cors, {
    origin,
    methods: ['GET', 'HEAD', 'OPTIONS'],
    exposedHeaders: EXPOSED,
    strictPreflight: false,
    maxAge: 86_400,
  })
}
