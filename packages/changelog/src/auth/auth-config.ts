// The config of authentication. A production service without keys and without a token secret does not start.
import { AppError } from '@qb/core/errors'
import { CONFIG_ERRORS, type JwtOptions } from '@qb/http'
import type { ChangelogConfig } from '../config.ts'
import { type KnownKey, makeKey, readKeys } from './api-keys.ts'
import { SCOPES } from './scopes.ts'

/** The credentials that are accepted. */
export interface AuthConfig {
  readonly keys: readonly KnownKey[]
  readonly jwt: JwtOptions | undefined
  /** A key made for this run because nothing is configured. It is printed once, at start. */
  readonly drawnKey?: string
}

const MIN_SECRET_BYTES = 32

/** Whether `NODE_ENV` is production, case-insensitively: a misspelling must not disable authentication. */
export function isProduction(nodeEnv: string | undefined): boolean {
  return nodeEnv?.trim().toLowerCase() === 'production'
}

/**
 * Reads the config of authentication. When nothing is configured, one key with every scope is made, except in production.
 * @throws AppError `config/invalid`
 */
export function readAuthConfig(config: ChangelogConfig, production: boolean): AuthConfig {
  const keys = readKeys(config.CHANGELOG_API_KEYS)
  const secret = config.CHANGELOG_JWT_SECRET
  if (secret !== '' && Buffer.byteLength(secret) < MIN_SECRET_BYTES) {
    throw new AppError(
      CONFIG_ERRORS.invalid,
      `CHANGELOG_JWT_SECRET: expected at least ${MIN_SECRET_BYTES} bytes, got ${Buffer.byteLength(secret)}`,
    )
  }
  if (keys.length > 0 || secret !== '') {
    const issuer = config.CHANGELOG_JWT_ISSUER || undefined
    const audience = config.CHANGELOG_JWT_AUDIENCE || undefined
    return { keys, jwt: secret === '' ? undefined : { secret, issuer, audience } }
  }
  if (production) {
    throw new AppError(
      CONFIG_ERRORS.invalid,
      'CHANGELOG_API_KEYS, CHANGELOG_JWT_SECRET: expected at least one of them in production, got neither; make a key with: pnpm run changelog make-key',
    )
  }
  const { key, entry } = makeKey('local', SCOPES)
  return { keys: readKeys(entry), jwt: undefined, drawnKey: key }
}
