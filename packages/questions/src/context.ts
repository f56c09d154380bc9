// Defines the context of the operations. It includes the clock and the source of seeds, so that tests can
// replace them.
import type { QuestionBank } from '@qb/core/questions'
import { type BasePath, createOperationDefiner, type MetricsSource } from '@qb/http'

export interface QuestionsContext {
  readonly bank: QuestionBank
  /** The version of this service. */
  readonly version: string
  /** The metrics of this service. With several workers, they are those of all workers. */
  readonly metrics: MetricsSource
  /** The path prefix of the URLs in responses. */
  readonly basePath: BasePath
  readonly startedAt: Date
  readonly now: () => Date
  /** Generates a seed, for a request without a seed. */
  readonly generateSeed: () => string
}

export const defineOperation: ReturnType<typeof createOperationDefiner<QuestionsContext>> =
  createOperationDefiner()
