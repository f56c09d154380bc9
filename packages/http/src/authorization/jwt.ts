// Verifies JSON Web Tokens that are signed with a secret. HS256 is the only accepted algorithm, and `exp` is
// required. The service maps the claims to a caller.
import type { JWT } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Options of token verification. */
export interface JwtOptions {
  /** The HS256 secret, at least 32 bytes. */
  readonly secret: string
  /** The required `iss`. When undefined, `iss` is not checked. */
  readonly issuer?: string | undefined
  /** The required `aud`. When undefined, `aud` is not checked. */
  readonly audience?: string | undefined
}

/** How much the clocks of an issuer and of the service can differ, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 30

/** Registers token verification with @fastify/jwt. Without options, no token is accepted. */
export async function registerJwt(app: FastifyInstance, options: JwtOptions | undefined): Promise<void> {
  if (!options) return
  const { secret, issuer, audience } = options
  // Imported only here, because most services start without it.
  const { default: fastifyJwt } = await import('@fastify/jwt')
  await app.register(fastifyJwt, {
    secret,
    verify: {
      algorithms: ['HS256'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS * 1000,
      requiredClaims: ['exp', ...(issuer ? ['iss'] : []), ...(audience ? ['aud'] : [])],
      ...(issuer && { allowedIss: issuer }),
      ...(audience && { allowedAud: audience }),
    },
  })
}

/** The last second of the year 9999. A later time is rejected, such as a time in milliseconds or Infinity. */
const MAX_NUMERIC_DATE = 253_402_300_799

/** Whether `exp`, which is required, `nbf` and `iat` are valid NumericDates (RFC 7519). */
export function hasValidTimes({ exp, nbf, iat }: Readonly<Record<string, unknown>>): boolean {
  const isTime = (time: unknown) => typeof time === 'number' && Math.abs(time) <= MAX_NUMERIC_DATE
  return isTime(exp) && [nbf, iat].every((time) => time === undefined || isTime(time))
}

/** Returns the claims of a token. Undefined for an invalid one, and when no token is accepted. */
export function verifyToken(
  request: FastifyRequest,
  token: string,
): Readonly<Record<string, unknown>> | undefined {
  const { jwt } = request.server as { jwt?: JWT }
  try {
    const claims = jwt?.verify<Record<string, unknown>>(token)
    return claims && hasValidTimes(claims) ? claims : undefined
  } catch {
    return undefined
  }
}
