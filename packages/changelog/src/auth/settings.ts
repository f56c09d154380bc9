// The settings of authentication, checked together: a service that everyone may call by accident does not start.
import { CoreError } from '@qb/core/errors'
import type { JwtOptions } from '@qb/http'
import type { ChangelogConfig } from '../config.ts'
import { type KnownKey, makeKey, readKeys } from './api-keys.ts'
import { SCOPES } from './scopes.ts'

/** What callers are checked against. */
export interface Authentication {
  readonly keys: readonly KnownKey[]
  readonly jwt: JwtOptions | undefined
  /** A key drawn for this run because nothing was configured; to be shown once. */
  readonly drawnKey?: string
}

const MIN_SECRET_BYTES = 32

/** Whether `NODE_ENV` says production. Its case does not matter: taken for development, the service would draw a key. */
export function isProduction(nodeEnv: string | undefined): boolean {
  return nodeEnv?.trim().toLowerCase() === 'production'
}

/**
 * Reads the settings of authentication. With nothing configured, and not in production, one key is drawn.
 * @throws CoreError `invalid_settings`
 */
export function readAuthentication(config: ChangelogConfig, production: boolean): Authentication {
  const keys = readKeys(config.CHANGELOG_API_KEYS)
  const secret = config.CHANGELOG_JWT_SECRET
  if (secret !== '' && Buffer.byteLength(secret) < MIN_SECRET_BYTES) {
    throw new CoreError(
      'invalid_settings',
      `CHANGELOG_JWT_SECRET: expected at least ${MIN_SECRET_BYTES} bytes, got ${Buffer.byteLength(secret)}`,
    )
  }
  if (keys.length > 0 || secret !== '') {
    const issuer = config.CHANGELOG_JWT_ISSUER || undefined
    const audience = config.CHANGELOG_JWT_AUDIENCE || undefined
    return { keys, jwt: secret === '' ? undefined : { secret, issuer, audience } }
  }
  if (production) {
    throw new CoreError(
      'invalid_settings',
      'CHANGELOG_API_KEYS, CHANGELOG_JWT_SECRET: expected at least one of them in production, got neither; make a key with: pnpm run changelog make-key',
    )
  }
  const { key, entry } = makeKey('local', SCOPES)
  return { keys: readKeys(entry), jwt: undefined, drawnKey: key }
}
