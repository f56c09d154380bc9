// Reads the config of authentication. In production, the service does not start without an API key, a token
// secret or an issuer of ID tokens.
import { configError, type JwtOptions } from '@qb/http'
import type { ChangelogConfig } from '../config.ts'
import { type KnownKey, makeKey, parseKeys, SCOPES } from './api-keys.ts'
import type { OidcConfig } from './id-tokens.ts'
import { parseTrustedUrl } from './issuer-keys.ts'
import { parseRules } from './oidc-rules.ts'

/** The accepted credentials. */
export interface AuthConfig {
  readonly keys: readonly KnownKey[]
  /** Options of the verification of HS256 tokens. When undefined, none is accepted. */
  readonly jwt: JwtOptions | undefined
  /** Which ID tokens of a CI system are accepted. When undefined, none is. */
  readonly oidc: OidcConfig | undefined
  /** A key that was generated because no credentials are configured. It is valid until the process exits. */
  readonly generatedKey?: string
}

const MIN_SECRET_BYTES = 32

/** Whether `NODE_ENV` is `production`. Ignores case and spaces, so that a typo does not start it with a generated key. */
export function isProduction(nodeEnv: string | undefined): boolean {
  return nodeEnv?.trim().toLowerCase() === 'production'
}

/** Reads the credentials. Without any, it generates a key, except in production. @throws AppError `config/invalid` */
export function readAuthConfig(config: ChangelogConfig, production: boolean): AuthConfig {
  const keys = parseKeys(config.CHANGELOG_API_KEYS)
  const secret = config.CHANGELOG_JWT_SECRET
  const problem = secret === '' ? undefined : checkSecret(secret)
  if (problem !== undefined) throw configError(`CHANGELOG_JWT_SECRET: ${problem}`)
  const oidc = readOidcConfig(config)
  if (keys.length > 0 || secret !== '' || oidc) {
    const issuer = config.CHANGELOG_JWT_ISSUER.trim() || undefined
    const audience = config.CHANGELOG_JWT_AUDIENCE.trim() || undefined
    return { keys, jwt: secret === '' ? undefined : { secret, issuer, audience }, oidc }
  }
  if (production) {
    throw configError(
      'CHANGELOG_API_KEYS, CHANGELOG_JWT_SECRET, CHANGELOG_OIDC_ISSUER: expected at least one in production, got nothing; create a key with the command make-key',
    )
  }
  const { key, entry } = makeKey('local', SCOPES)
  return { keys: parseKeys(entry), jwt: undefined, oidc: undefined, generatedKey: key }
}

/** Minimum number of different characters of a secret. 32 random digits have fewer once in 10,000 times. */
const MIN_DIFFERENT = 7

/** Returns why a secret can be guessed, or is none, without its content. */
function checkSecret(secret: string): string | undefined {
  const bytes = Buffer.byteLength(secret)
  if (secret.includes('-----BEGIN'))
    return 'expected the secret of HS256 tokens, got a PEM key or certificate; ID tokens with public keys are configured with CHANGELOG_OIDC_ISSUER'
  if (bytes < MIN_SECRET_BYTES) return `expected at least ${MIN_SECRET_BYTES} bytes, got ${bytes}`
  const random = 'expected a random secret, such as the output of `openssl rand -hex 32`'
  const different = new Set(secret).size
  if (different < MIN_DIFFERENT) return `${random}, got ${different} different characters`
  // Its second half, and more, is what is before it.
  const isRepeated = Array.from({ length: secret.length >> 1 }, (_, index) => index + 1).some(
    (period) => secret.slice(period) === secret.slice(0, -period),
  )
  return isRepeated ? `${random}, got a text that is repeated` : undefined
}

const OIDC_VARIABLES = ['CHANGELOG_OIDC_ISSUER', 'CHANGELOG_OIDC_AUDIENCE', 'CHANGELOG_OIDC_RULES'] as const

/** Reads the config of keyless CI. Either all of its variables are set, or none. */
function readOidcConfig(config: ChangelogConfig): OidcConfig | undefined {
  const missing = OIDC_VARIABLES.filter((name) => config[name].trim() === '')
  if (missing.length === OIDC_VARIABLES.length) return undefined
  if (missing.length > 0) {
    const set = OIDC_VARIABLES.filter((name) => !missing.includes(name))
    throw configError(
      `${missing.join(', ')}: expected a value, because ${set.join(' and ')} ${set.length > 1 ? 'are' : 'is'} set; got nothing`,
    )
  }
  const issuer = config.CHANGELOG_OIDC_ISSUER.trim()
  if (!parseTrustedUrl(issuer) || /[?#]/.test(issuer)) {
    throw configError(
      `CHANGELOG_OIDC_ISSUER: expected an https URL without a query, such as https://token.actions.githubusercontent.com; got ${JSON.stringify(issuer)}`,
    )
  }
  return {
    issuer,
    audience: config.CHANGELOG_OIDC_AUDIENCE.trim(),
    rules: parseRules(config.CHANGELOG_OIDC_RULES),
  }
}
