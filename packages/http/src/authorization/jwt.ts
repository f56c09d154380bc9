// Verifies JSON Web Tokens. HS256 is the only algorithm, and `exp` is required. The app maps claims to a caller.
import fastifyJwt, { type JWT } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Options of token verification. */
export interface JwtOptions {
  /** The HS256 secret, at least 32 bytes. */
  readonly secret: string
  readonly issuer?: string | undefined
  readonly audience?: string | undefined
}

/** Registers token verification. @see https://github.com/fastify/fastify-jwt */
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

/**
 * The last second of the year 9999. A later time is an error: milliseconds, or a number that JSON cannot represent.
 */
const MAX_NUMERIC_DATE = 253_402_300_799

/** Whether the time claims are valid NumericDates. @see https://www.rfc-editor.org/rfc/rfc7519#section-4.1 */
function hasTimes({ exp, nbf, iat }: Readonly<Record<string, unknown>>): boolean {
  const isTime = (time: unknown) => typeof time === 'number' && Math.abs(time) <= MAX_NUMERIC_DATE
  return isTime(exp) && [nbf, iat].every((time) => time === undefined || isTime(time))
}

/** The claims of a valid token. Undefined when the token is invalid, or when no token is accepted. */
export function verifyToken(
  request: FastifyRequest,
  token: string,
): Readonly<Record<string, unknown>> | undefined {
  const { jwt } = request.server as { jwt?: JWT }
  try {
    const claims = jwt?.verify<Record<string, unknown>>(token)
    return claims && hasTimes(claims) ? claims : undefined
  } catch {
    return undefined
  }
}
