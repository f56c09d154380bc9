// Finds the callers of ID tokens of a CI system. It is loaded only when keyless CI is configured.
import type { Logger, Registry } from '@qb/http'
import type { Caller } from '../scopes.ts'
import { fetchKeys } from './fetch-keys.ts'
import { createKeyCache } from './key-cache.ts'
import { trackKeyHealth } from './key-health.ts'
import { describeClaims, scopesOf } from './match-rules.ts'
import type { OidcConfig } from './oidc-config.ts'
import { createIdTokenVerifier, type IssuerKeys, type Verification } from './verify-id-token.ts'

/** The result of looking for the caller of a token. */
export type IdTokenResult =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | Exclude<Verification, { readonly kind: 'valid' }>
  /** The token is valid, but no rule matches. `claims` describes the claims that the rules compare. */
  | { readonly kind: 'unmatched'; readonly claims: string }

/** Finds the callers of ID tokens. */
export interface IdTokens {
  /** Whether a token is an ID token, by the algorithm that its header names. */
  handles(token: string): boolean
  findCaller(token: string): Promise<IdTokenResult>
}

/** Options of {@link openIdTokens}. */
export interface IdTokenOptions {
  readonly config: OidcConfig
  readonly logger: Logger
  readonly registry: Registry
  readonly now: () => Date
  /** Returns the time of a monotonic clock, in milliseconds. Default: `performance.now`. */
  readonly monotonicNow?: (() => number) | undefined
}

/** Opens the verification of ID tokens, and fetches the keys of the issuer in the background. */
export async function openIdTokens(options: IdTokenOptions): Promise<IdTokens> {
  const { config, logger, registry, now, monotonicNow = () => performance.now() } = options
  const { issuer, audience, rules } = config
  // Imported only here, because most services start without it.
  const jose = await import('jose')
  const keys = createKeyCache<IssuerKeys>({
    async fetch() {
      const fetched = await fetchKeys(issuer)
      const ids = new Set(fetched.map(({ kid }) => kid))
      return { ids, resolve: jose.createLocalJWKSet({ keys: fetched }) }
    },
    now: monotonicNow,
    ...trackKeyHealth(issuer, logger, registry),
  })
  keys.warmUp()
  const verifier = createIdTokenVerifier({ jose, issuer, audience, keys, now })
  return {
    handles: (token) => verifier.handles(token),
    async findCaller(token) {
      const verification = await verifier.verify(token)
      if (verification.kind !== 'valid') return verification
      const { claims } = verification
      const scopes = scopesOf(rules, claims)
      if (scopes.size === 0) return { kind: 'unmatched', claims: describeClaims(rules, claims) }
      // Another token of the same subject is the same caller, so that a job can repeat a request with a new token.
      return { kind: 'caller', caller: { id: `oidc ${JSON.stringify([issuer, claims.sub])}`, scopes } }
    },
  }
}
