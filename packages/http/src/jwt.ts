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

/** The last second of the year 9999. A later time is a mistake: milliseconds, or a number that JSON cannot hold. */
const MAX_NUMERIC_DATE = 253_402_300_799

/** Whether times are numbers that mean a time. @see https://www.rfc-editor.org/rfc/rfc7519#section-4.1 */
function hasTimes({ exp, nbf, iat }: Readonly<Record<string, unknown>>): boolean {
  const isTime = (time: unknown) => typeof time === 'number' && Math.abs(time) <= MAX_NUMERIC_DATE
  return isTime(exp) && [nbf, iat].every((time) => time === undefined || isTime(time))
}

/** The claims of a token that holds, or undefined; also where no token is accepted. */
export function readToken(
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
