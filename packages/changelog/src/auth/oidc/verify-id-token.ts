// Verifies ID tokens with the public keys of their issuer. Only asymmetric algorithms are accepted; HS256 tokens are verified
// elsewhere, with the secret.
import { hasValidTimes } from '@qb/http'
import type * as Jose from 'jose'
import type { KeyCache, KeySet } from './key-cache.ts'
import type { Claims } from './match-rules.ts'

/** The accepted algorithms. With them, nobody who can verify a token can sign one. */
export const ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** Maximum difference between the clocks of the issuer and of this service, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 30
/** Maximum age of a token, in seconds, whatever its `exp` is. The jobs of CI systems are shorter. */
export const MAX_TOKEN_AGE_SECONDS = 24 * 60 * 60

/** The keys of an issuer, and the function with which jose finds the key of a token. */
export interface IssuerKeys extends KeySet {
  readonly resolve: Jose.JWTVerifyGetKey
}

/** The result of a verification. */
export type Verification =
  | { readonly kind: 'valid'; readonly claims: Claims }
  /** `problem` completes the sentence “got a token …”. */
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }

/** Options of {@link createIdTokenVerifier}. */
export interface IdTokenVerifierOptions {
  readonly jose: typeof Jose
  readonly issuer: string
  readonly audience: string
  readonly keys: KeyCache<IssuerKeys>
  readonly now: () => Date
}

/** Verifies ID tokens. */
export interface IdTokenVerifier {
  /** Whether the header of a token names an asymmetric algorithm. Other tokens must be verified with the secret. */
  handles(token: string): boolean
  verify(token: string): Promise<Verification>
}

/** Creates a verifier. */
export function createIdTokenVerifier(options: IdTokenVerifierOptions): IdTokenVerifier {
  const { jose, issuer, audience, keys, now } = options

  /** Returns the id of the key that a token names, or what is wrong with the token. */
  function readKeyId(token: string): { readonly id: string } | { readonly problem: string } {
    const { kid, typ = 'JWT' } = jose.decodeProtectedHeader(token)
    if (typeof typ !== 'string' || !/^(?:application\/)?jwt$/i.test(typ)) {
      return { problem: 'of another type (typ)' }
    }
    // A token of another issuer must not cause a fetch.
    if (jose.decodeJwt(token).iss !== issuer) return { problem: 'of another issuer (iss)' }
    return typeof kid === 'string' ? { id: kid } : { problem: 'without the id of its key (kid)' }
  }

  async function verify(token: string): Promise<Verification> {
    const key = readKeyId(token)
    if ('problem' in key) return { kind: 'invalid', problem: key.problem }
    const found = await keys.find(key.id)
    if (found.kind === 'unavailable') return found
    if (found.kind === 'unknown')
      return { kind: 'invalid', problem: 'that is signed with an unknown key (kid)' }
    const { payload } = await jose.jwtVerify(token, found.keys.resolve, {
      algorithms: [...ALGORITHMS],
      issuer,
      audience,
      requiredClaims: ['exp', 'sub'],
      maxTokenAge: MAX_TOKEN_AGE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now(),
    })
    if (!hasValidTimes(payload)) return { kind: 'invalid', problem: 'with invalid times' }
    if (typeof payload.sub !== 'string') return { kind: 'invalid', problem: 'without a subject (sub)' }
    return { kind: 'valid', claims: payload }
  }

  return {
    handles(token) {
      try {
        return ALGORITHMS.includes(String(jose.decodeProtectedHeader(token).alg))
      } catch {
        return false
      }
    },
    async verify(token) {
      try {
        return await verify(token)
      } catch (error) {
        return { kind: 'invalid', problem: describeError(error, jose.errors) }
      }
    },
  }
}

/** Names the claim that is wrong, but not the value that is expected. */
function describeError(error: unknown, errors: typeof Jose.errors): string {
  if (error instanceof errors.JWTExpired) return 'that has expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `whose claim ${error.claim} is ${error.reason === 'missing' ? 'missing' : 'not accepted'}`
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'whose signature is not valid'
  return 'that cannot be verified'
}
