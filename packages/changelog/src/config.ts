// The config of the changelog service. `.env.example` and `docs/configuration.md` list the same variables.
import { portVariable, sharedConfig } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

export const ChangelogConfig = Type.Object({
  CHANGELOG_HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on.' }),
  CHANGELOG_PORT: portVariable(8001),
  REPOSITORY_PATH: Type.String({
    default: '.',
    description: 'The git repository, relative to the root of the project. This checkout by default.',
  }),
  CHANGELOG_PATH: Type.String({
    default: 'CHANGELOG.md',
    description: 'The changelog, relative to the repository and inside it.',
  }),
  CHANGELOG_API_KEYS: Type.String({
    default: '',
    description: 'The known keys, as `<id>:<scope>+<scope>:<sha256 hex>`, separated by commas.',
  }),
  CHANGELOG_JWT_SECRET: Type.String({
    default: '',
    description: 'The secret of HS256 tokens, at least 32 bytes. Without it no token is accepted.',
  }),
  CHANGELOG_JWT_ISSUER: Type.String({ default: '', description: 'The `iss` that a token must have.' }),
  CHANGELOG_JWT_AUDIENCE: Type.String({ default: '', description: 'The `aud` that a token must have.' }),
  CHANGELOG_RATE_LIMIT_MAX: Type.Integer({
    default: 300,
    minimum: 0,
    description:
      'Maximum requests per minute and key, or address when there is no key. `0` disables the limit.',
  }),
  ...sharedConfig,
})
export type ChangelogConfig = Readonly<Static<typeof ChangelogConfig>>
