// Finds the callers of ID tokens of a CI system. Only asymmetric algorithms are accepted here. HS256 tokens are verified
// elsewhere, with the secret.
import { CLOCK_TOLERANCE_SECONDS, hasValidTimes, type Logger, type Registry } from '@qb/http'
import type * as Jose from 'jose'
import type { Caller } from './api-keys.ts'
import { KeysUnavailable, openIssuerKeys } from './issuer-keys.ts'
import { describeClaims, type Rule, scopesOf } from './oidc-rules.ts'

/** The accepted algorithms. With them, nobody who can verify a token can sign one. */
const ALGORITHMS = ['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`))
ALGORITHMS.push('EdDSA', 'Ed25519')

/** Maximum age of a token, in seconds, whatever its `exp` is. The jobs of CI systems are shorter. */
export const MAX_TOKEN_AGE_SECONDS = 24 * 60 * 60

/** Which ID tokens are accepted, and their scopes. */
export interface OidcConfig {
  /** The required `iss`, exactly as the issuer writes it. */
  readonly issuer: string
  /** The required `aud`. */
  readonly audience: string
  readonly rules: readonly Rule[]
}

/** The result of looking for the caller of a token. */
export type IdTokenResult = { readonly kind: 'caller'; readonly caller: Caller } | RejectedToken

/** The result for a token without a caller. */
export type RejectedToken =
  /** `problem` completes the sentence “got a token …”. */
  | { readonly kind: 'invalid'; readonly problem: string }
  /** The keys of the issuer cannot be fetched. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }
  /** The token is valid, but no rule matches. `claims` describes the claims that the rules compare. */
  | { readonly kind: 'unmatched'; readonly claims: string }

export type IdTokens = Awaited<ReturnType<typeof openIdTokens>>

interface IdTokenOptions {
  readonly logger: Logger
  readonly registry: Registry
  readonly now: () => Date
  /** Finds the key of a token. Throws {@link KeysUnavailable}, or an error of jose. Default: it fetches the keys of the issuer. */
  readonly findKey?: Jose.JWTVerifyGetKey
}

/** Opens the verification of ID tokens, and fetches the keys of the issuer in the background. */
export async function openIdTokens(config: OidcConfig, { now, ...options }: IdTokenOptions) {
  const { issuer, audience, rules } = config
  // Imported only here, because most services start without it.
  const jose = await import('jose')
  const findKey = options.findKey ?? openIssuerKeys({ ...options, jose, issuer })

  async function verify(token: string): Promise<IdTokenResult> {
    const { kid, typ = 'JWT' } = jose.decodeProtectedHeader(token)
    if (typeof typ !== 'string' || !/^(?:application\/)?jwt$/i.test(typ))
      return { kind: 'invalid', problem: 'of another type (typ)' }
    // A token of another issuer must not cause a fetch.
    if (jose.decodeJwt(token).iss !== issuer) return { kind: 'invalid', problem: 'of another issuer (iss)' }
    if (typeof kid !== 'string') return { kind: 'invalid', problem: 'without the id of its key (kid)' }
    const { payload } = await jose.jwtVerify(token, findKey, {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      requiredClaims: ['exp', 'sub'],
      maxTokenAge: MAX_TOKEN_AGE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now(),
    })
    if (!hasValidTimes(payload)) return { kind: 'invalid', problem: 'with invalid times' }
    if (typeof payload.sub !== 'string') return { kind: 'invalid', problem: 'without a subject (sub)' }
    const scopes = scopesOf(rules, payload)
    if (scopes.size === 0) return { kind: 'unmatched', claims: describeClaims(rules, payload) }
    // Another token of the same subject is the same caller, so that a job can repeat a request with a new token.
    return { kind: 'caller', caller: { id: `oidc ${JSON.stringify([issuer, payload.sub])}`, scopes } }
  }

  return {
    /** Whether a token is an ID token, by the algorithm that its header names. */
    handles(token: string): boolean {
      try {
        return ALGORITHMS.includes(String(jose.decodeProtectedHeader(token).alg))
      } catch {
        return false
      }
    },
    /** Never throws. */
    async findCaller(token: string): Promise<IdTokenResult> {
      try {
        return await verify(token)
      } catch (error) {
        if (error instanceof KeysUnavailable)
          return { kind: 'unavailable', retryAfterSeconds: error.retryAfterSeconds }
        return { kind: 'invalid', problem: describeError(error, jose.errors) }
      }
    },
  }
}

/** Names the claim that is wrong, but not the expected value. */
function describeError(error: unknown, errors: typeof Jose.errors): string {
  if (error instanceof errors.JWKSNoMatchingKey) return 'that is signed with an unknown key (kid)'
  if (error instanceof errors.JWTExpired) return 'that has expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `whose claim ${error.claim} is ${error.reason === 'missing' ? 'missing' : 'not accepted'}`
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'whose signature is not valid'
  return 'that cannot be verified'
}
