// Defines the config of the questions service. `.env.example` and `docs/configuration.md` must list the same
// variables.
import { basePathVariable, configError, portVariable, sharedConfig } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

export const QuestionsConfig = Type.Object({
  QUESTIONS_HOST: Type.String({
    default: '127.0.0.1',
    description:
      'The address to listen on. `lan`: all addresses of this machine, with an address and a QR code for phones at start.',
  }),
  QUESTIONS_PORT: portVariable(8000),
  QUESTIONS_BASE_PATH: basePathVariable(),
  QUESTIONS_DIR: Type.String({
    default: 'external-resources/questions',
    description: 'The folder of the datasets, relative to the root of the project.',
  }),
  QUESTIONS_RELOAD_SECONDS: Type.Integer({
    default: 5,
    minimum: 0,
    maximum: 86_400,
    description: 'Maximum time, in seconds, until a changed dataset is served. `0` disables reloading.',
  }),
  QUESTIONS_SKIP_INVALID_ROWS: Type.Boolean({
    default: false,
    description:
      'Serve a dataset without its invalid rows. The health endpoint then reports `degraded` and names each row. By default, one invalid row makes the dataset invalid.',
  }),
  WORKERS: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 256,
    description:
      'Number of processes of the questions service that respond to requests on its port. Each one keeps all datasets in memory. Use at most one per processor core. With a rate limit, several workers need `RATE_LIMIT_REDIS_URL`.',
  }),
  QUESTIONS_CORS_ORIGIN: Type.String({
    default: '*',
    description:
      'The origins whose scripts may read responses, separated by commas, such as `https://quiz.example`. `*` allows every origin.',
  }),
  QUESTIONS_RATE_LIMIT_MAX: Type.Integer({
    default: 0,
    minimum: 0,
    description: 'Maximum number of requests per minute and IP address. `0` disables the limit.',
  }),
  ...sharedConfig,
})
export type QuestionsConfig = Readonly<Static<typeof QuestionsConfig>>

/** Returns the number of workers. @throws AppError `config/invalid` when each of several would count its own requests for the limit */
export function countWorkers(config: QuestionsConfig): number {
  const { WORKERS, QUESTIONS_RATE_LIMIT_MAX: max, RATE_LIMIT_REDIS_URL: redisUrl } = config
  if (WORKERS === 1 || max === 0 || redisUrl !== '') return WORKERS
  throw configError(
    `WORKERS: expected 1, or RATE_LIMIT_REDIS_URL for a rate limit that all workers share, got ${WORKERS}`,
  )
}
