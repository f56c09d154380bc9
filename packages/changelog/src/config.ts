// Defines the config of the changelog service. `.env.example` and `docs/configuration.md` must list the same
// variables.
import { resolve } from 'node:path'
import type { JournalOptions } from '@qb/core/changelog'
import { basePathVariable, portVariable, sharedConfig } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

export const ChangelogConfig = Type.Object({
  CHANGELOG_HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on.' }),
  CHANGELOG_PORT: portVariable(8001),
  CHANGELOG_BASE_PATH: basePathVariable(),
  REPOSITORY_PATH: Type.String({
    default: '.',
    description:
      'The folder of the git repository, relative to the root of the project. The default is this repository.',
  }),
  CHANGELOG_PATH: Type.String({
    default: 'CHANGELOG.md',
    description: 'The changelog file, relative to the repository. It must be inside the repository.',
  }),
  CHANGELOG_API_KEYS: Type.String({
    default: '',
    description: 'The accepted API keys, as `<id>:<scope>+<scope>:<sha256 hex>`, separated by commas.',
  }),
  CHANGELOG_JWT_SECRET: Type.String({
    default: '',
    description: 'The secret of HS256 tokens, at least 32 bytes. When empty, no token is accepted.',
  }),
  CHANGELOG_JWT_ISSUER: Type.String({
    default: '',
    description: 'The required `iss` of tokens. When empty, `iss` is not checked.',
  }),
  CHANGELOG_JWT_AUDIENCE: Type.String({
    default: '',
    description: 'The required `aud` of tokens. When empty, `aud` is not checked.',
  }),
  CHANGELOG_IDEMPOTENCY_HOURS: Type.Number({
    default: 24,
    exclusiveMinimum: 0,
    description: 'How long the response to a request with `Idempotency-Key` is kept, in hours.',
  }),
  CHANGELOG_STATE_DIR: Type.String({
    default: '',
    description:
      'The folder in which responses to requests with `Idempotency-Key` are kept. When empty, it is a folder in the git directory.',
  }),
  CHANGELOG_RATE_LIMIT_MAX: Type.Integer({
    default: 300,
    minimum: 0,
    description:
      'Maximum number of requests per minute and caller, or IP address without a caller. `0` disables the limit.',
  }),
  ...sharedConfig,
})
export type ChangelogConfig = Readonly<Static<typeof ChangelogConfig>>

/** Reads where and how long responses are kept. @param root the folder that a relative path starts from */
export function readJournalOptions(config: ChangelogConfig, root: string): Partial<JournalOptions> {
  const { CHANGELOG_STATE_DIR: folder, CHANGELOG_IDEMPOTENCY_HOURS: hours } = config
  return { maxAgeMs: hours * 60 * 60 * 1000, ...(folder !== '' && { folder: resolve(root, folder) }) }
}
