// JSON Web Tokens: HS256 alone, an expiry required. Who a token is for is the app's to say.
import fastifyJwt, { type JWT } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How tokens are checked. */
export interface JwtOptions {
  /** At least 32 bytes. */
  readonly secret: string
  readonly issuer?: string | undefined
  readonly audience?: string | undefined
}

/** Prepares to check tokens. @see https://github.com/fastify/fastify-jwt */
export async function acceptTokens(app: FastifyInstance, options: JwtOptions | undefined): Promise<void> {
  if (!options) return
  const { secret, issuer, audience } = options
  await app.register(fastifyJwt, {
    secret,
    verify: {
      algorithms: ['HS256'],
      requiredClaims: ['exp', ...(issuer ? ['iss'] : []), ...(audience ? ['aud'] : [])],
      ...(issuer && { allowedIss: issuer }),
      ...(audience && { allowedAud: audience }),
    },
  })
}

/** The claims of a token that holds, or undefined; also where no token is accepted. */
export function readToken(
  request: FastifyRequest,
  token: string,
): Readonly<Record<string, unknown>> | undefined {
  const { jwt } = request.server as { jwt?: JWT }
  try {
    return jwt?.verify<Record<string, unknown>>(token)
  } catch {
    return undefined
  }
}
