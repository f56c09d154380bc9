// Assembles the questions service from its operations and their context.
import { createRegistry, createService, type Logger, literalSegments, type Service } from '@qb/http'
import type { QuestionsConfig } from './config.ts'
import type { QuestionsContext } from './context.ts'
import { measureDatasets } from './dataset-metrics.ts'
import { describeQuestionsApi } from './description.ts'
import { ERROR_FORM } from './error-form.ts'
import { getQuestion } from './operations/get-question.ts'
import { OPERATIONS } from './operations/index.ts'

/** The ids that no question may have, because they are literal path segments of operations. */
export const RESERVED_IDS: readonly string[] = literalSegments(OPERATIONS, getQuestion.path)

/** The dependencies of the app. */
export interface AppDependencies extends Omit<QuestionsContext, 'registry' | 'startedAt'> {
  readonly config: QuestionsConfig
  readonly logger: Logger
  /** Default: {@link OPERATIONS}. */
  readonly operations?: typeof OPERATIONS
}

/** Creates the app, ready to listen. */
export async function createApp({
  config,
  logger,
  operations = OPERATIONS,
  ...dependencies
}: AppDependencies): Promise<Service> {
  const registry = createRegistry()
  measureDatasets(registry, dependencies.bank)
  return createService({
    operations,
    context: { ...dependencies, registry, startedAt: dependencies.now() },
    errorForm: ERROR_FORM,
    api: describeQuestionsApi(dependencies.version, operations),
    logger,
    logRequests: config.LOG_REQUESTS,
    trustProxy: config.TRUST_PROXY,
    corsOrigin: config.QUESTIONS_CORS_ORIGIN,
    rateLimit: { max: config.QUESTIONS_RATE_LIMIT_MAX },
    registry,
  })
}
