// The settings of the questions service; `.env.example` and the README show the same names and defaults.
import { portSetting, sharedSettings } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

export const QuestionsConfig = Type.Object({
  QUESTIONS_HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on.' }),
  QUESTIONS_PORT: portSetting(8000),
  QUESTIONS_DIR: Type.String({
    default: 'external-resources/questions',
    description: 'The folder of datasets, seen from the project’s root.',
  }),
  QUESTIONS_RELOAD_SECONDS: Type.Integer({
    default: 5,
    minimum: 0,
    maximum: 86_400,
    description: 'Within how many seconds a changed dataset is taken up; 0 is never.',
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
  ...sharedSettings,
})
export type QuestionsConfig = Readonly<Static<typeof QuestionsConfig>>
