// The settings of the questions service; `.env.example` and the README show the same names and defaults.
import { stringEnum } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

export const QuestionsConfig = Type.Object({
  QUESTIONS_HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on.' }),
  QUESTIONS_PORT: Type.Integer({
    default: 8000,
    minimum: 0,
    maximum: 65535,
    description: 'The port to listen on; 0 picks a free one, which the ready line names.',
  }),
  QUESTIONS_DIR: Type.String({
    default: 'external-resources/questions',
    description: 'The folder of datasets, seen from the project’s root.',
  }),
  QUESTIONS_RELOAD_SECONDS: Type.Integer({
    default: 5,
    minimum: 0,
    maximum: 86_400,
    description: 'How often the folder is looked at for changes; 0 is never.',
  }),
  QUESTIONS_CORS_ORIGIN: Type.String({
    default: '*',
    pattern: '^(\\*|https?://[!-~]+)$',
    description: 'The origin whose scripts may read answers.',
  }),
  QUESTIONS_RATE_LIMIT_MAX: Type.Integer({
    default: 0,
    minimum: 0,
    description: 'Requests a minute and address; 0 is no limit.',
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
export type QuestionsConfig = Readonly<Static<typeof QuestionsConfig>>
