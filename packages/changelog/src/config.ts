// The settings of the changelog service; `.env.example` and the README show the same names and defaults.
import { stringEnum } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

export const ChangelogConfig = Type.Object({
  CHANGELOG_HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on.' }),
  CHANGELOG_PORT: Type.Integer({
    default: 8001,
    minimum: 0,
    maximum: 65535,
    description: 'The port to listen on; 0 picks a free one, which the ready line names.',
  }),
  TRUST_PROXY: Type.Boolean({
    default: false,
    description: 'Take a client’s address from X-Forwarded-For; only behind a proxy of yours.',
  }),
  LOG_LEVEL: stringEnum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'The least urgent log lines to write.',
  }),
  LOG_REQUESTS: Type.Boolean({
    default: false,
    description: 'Write one line per request; errors are logged in any case.',
  }),
})
export type ChangelogConfig = Readonly<Static<typeof ChangelogConfig>>
