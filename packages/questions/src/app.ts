// The questions service: its routes in one list, everything they need handed in.
import { Question, type QuestionBank } from '@qb/core/questions'
import {
  createRegistry,
  createService,
  type Logger,
  ProblemDetails,
  renderProblem,
  type Service,
} from '@qb/http'
import type { QuestionsConfig } from './config.ts'
import { measureDatasets } from './dataset-metrics.ts'
import { describeQuestionsApi } from './description.ts'
import { QuestionPage } from './page.ts'
import { AnswerCheck, checkAnswer } from './routes/check-answer.ts'
import { drawQuestions } from './routes/draw-questions.ts'
import { getHealth, Health } from './routes/get-health.ts'
import { getMetrics } from './routes/get-metrics.ts'
import { getQuestion } from './routes/get-question.ts'
import { CategoryList, listCategories } from './routes/list-categories.ts'
import { listQuestions } from './routes/list-questions.ts'

/** What the app works on; clock and chance are arguments, so that tests decide them. */
export interface AppDependencies {
  readonly config: QuestionsConfig
  readonly bank: QuestionBank
  readonly logger: Logger
  readonly version: string
  readonly now: () => Date
  /** A fresh seed for a call that gives none. */
  readonly drawSeed: () => string
}

/** Builds the app, ready to listen. */
export async function createApp({
  config,
  bank,
  logger,
  version,
  now,
  drawSeed,
}: AppDependencies): Promise<Service> {
  const registry = createRegistry()
  measureDatasets(registry, bank)
  return createService({
    logger,
    logRequests: config.LOG_REQUESTS,
    trustProxy: config.TRUST_PROXY,
    corsOrigin: config.QUESTIONS_CORS_ORIGIN,
    rateLimit: { max: config.QUESTIONS_RATE_LIMIT_MAX },
    registry,
    renderFailure: renderProblem,
    models: [Question, QuestionPage, AnswerCheck, CategoryList, Health, ProblemDetails],
    api: describeQuestionsApi(version),
    routes: [
      listQuestions({ bank, drawSeed }),
      drawQuestions({ bank, drawSeed }),
      getQuestion({ bank }),
      checkAnswer({ bank }),
      listCategories({ bank }),
      getHealth({ bank, version, startedAt: now(), now }),
      getMetrics({ registry }),
    ],
  })
}
