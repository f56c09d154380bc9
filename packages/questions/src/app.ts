// Assembles the questions service from its operations and their context.
import { createRegistry, createService, type Logger, literalSegments, type Service } from '@qb/http'
import type { QuestionsConfig } from './config.ts'
import type { QuestionsContext } from './context.ts'
import { registerDatasetMetrics } from './dataset-metrics.ts'
import { describeQuestionsApi } from './description.ts'
import { ERROR_FORMAT } from './error-format.ts'
import { getQuestion } from './operations/get-question.ts'
import { OPERATIONS } from './operations/index.ts'

/** The ids that a question must not have, because they are literal path segments of operations. */
export const RESERVED_IDS: readonly string[] = literalSegments(OPERATIONS, getQuestion.path)

/** The dependencies of the app. */
export interface AppDependencies extends Omit<QuestionsContext, 'registry' | 'startedAt'> {
  readonly config: QuestionsConfig
  readonly logger: Logger
  /** Default: {@link OPERATIONS}. */
  readonly operations?: typeof OPERATIONS
}

/** Creates the app. It is ready to listen. */
export async function createApp({
  config,
  logger,
  operations = OPERATIONS,
  ...dependencies
}: AppDependencies): Promise<Service> {
  const registry = createRegistry()
  registerDatasetMetrics(registry, dependencies.bank)
  return createService({
    operations,
    context: { ...dependencies, registry, startedAt: dependencies.now() },
    errorFormat: ERROR_FORMAT,
    api: describeQuestionsApi(dependencies.version, operations),
    logger,
    logRequests: config.LOG_REQUESTS,
    trustProxy: config.TRUST_PROXY,
    corsOrigin: config.QUESTIONS_CORS_ORIGIN,
    rateLimit: { max: config.QUESTIONS_RATE_LIMIT_MAX },
    registry,
  })
}
