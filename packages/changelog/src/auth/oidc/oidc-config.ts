// Reads the config of keyless CI. Either all of its variables are set, or none.
import { AppError } from '@qb/core/errors'
import { CONFIG_ERRORS } from '@qb/http'
import type { ChangelogConfig } from '../../config.ts'
import { parseTrustedUrl } from './issuer-url.ts'
import { parseRules, type Rule } from './rules.ts'

/** Which ID tokens are accepted, and their scopes. */
export interface OidcConfig {
  /** The required `iss`, exactly as the issuer writes it. */
  readonly issuer: string
  /** The required `aud`. */
  readonly audience: string
  readonly rules: readonly Rule[]
}

const VARIABLES = ['CHANGELOG_OIDC_ISSUER', 'CHANGELOG_OIDC_AUDIENCE', 'CHANGELOG_OIDC_RULES'] as const

/**
 * Reads the config of keyless CI. Undefined when it is not configured.
 * @throws AppError `config/invalid` when some of the variables are missing, and for an invalid URL or rule
 */
export function readOidcConfig(config: ChangelogConfig): OidcConfig | undefined {
  const missing = VARIABLES.filter((name) => config[name].trim() === '')
  if (missing.length === VARIABLES.length) return undefined
  if (missing.length > 0) {
    const set = VARIABLES.filter((name) => !missing.includes(name))
    throw new AppError(
      CONFIG_ERRORS.invalid,
      `${missing.join(', ')}: expected a value, because ${set.join(' and ')} ${set.length > 1 ? 'are' : 'is'} set; got nothing`,
    )
  }
  const issuer = config.CHANGELOG_OIDC_ISSUER.trim()
  if (!parseTrustedUrl(issuer) || /[?#]/.test(issuer)) {
    throw new AppError(
      CONFIG_ERRORS.invalid,
      `CHANGELOG_OIDC_ISSUER: expected an https URL without a query, such as https://token.actions.githubusercontent.com; got ${JSON.stringify(issuer)}`,
    )
  }
  return {
    issuer,
    audience: config.CHANGELOG_OIDC_AUDIENCE.trim(),
    rules: parseRules(config.CHANGELOG_OIDC_RULES),
  }
}
