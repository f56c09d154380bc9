// The settings of the changelog service; `.env.example` and the README show the same names and defaults.
import { portSetting, sharedSettings } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

export const ChangelogConfig = Type.Object({
  CHANGELOG_HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on.' }),
  CHANGELOG_PORT: portSetting(8001),
  REPOSITORY_PATH: Type.String({
    default: '.',
    description: 'The git repository, seen from the project’s root; by default this checkout.',
  }),
  CHANGELOG_PATH: Type.String({
    default: 'CHANGELOG.md',
    description: 'The changelog, relative to the repository and inside it.',
  }),
  CHANGELOG_API_KEYS: Type.String({
    default: '',
    description: 'The keys that are known, as `<id>:<scope>+<scope>:<sha256 hex>`, separated by commas.',
  }),
  CHANGELOG_JWT_SECRET: Type.String({
    default: '',
    description: 'The secret of HS256 tokens, 32 bytes at least; empty: no token is accepted.',
  }),
  CHANGELOG_JWT_ISSUER: Type.String({ default: '', description: 'The `iss` that a token must have.' }),
  CHANGELOG_JWT_AUDIENCE: Type.String({ default: '', description: 'The `aud` that a token must have.' }),
  CHANGELOG_RATE_LIMIT_MAX: Type.Integer({
    default: 300,
    minimum: 0,
    description: 'Requests a minute and key, or address where there is no key; 0 is no limit.',
  }),
  ...sharedSettings,
})
export type ChangelogConfig = Readonly<Static<typeof ChangelogConfig>>
