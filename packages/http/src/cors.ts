// Browsers of any origin may read every answer, failures included; nothing here takes cookies.
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** What a script in a browser may read beside the body. */
const EXPOSED = ['ETag', 'Link', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** The headers of {@link allowOrigin} for answers that hooks never see. */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {}
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED.join(', ') }
}

/** Lets one origin, or `*`, read everything; nobody else where there is none. @see https://github.com/fastify/fastify-cors */
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
