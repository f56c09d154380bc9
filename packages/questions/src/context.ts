// The context of the operations. Clock and randomness are part of it, so that tests control them.
import type { QuestionBank } from '@qb/core/questions'
import { operationsFor, type Registry } from '@qb/http'

/** The context of every operation. */
export interface QuestionsContext {
  readonly bank: QuestionBank
  /** The version of this service. */
  readonly version: string
  readonly registry: Registry
  readonly startedAt: Date
  readonly now: () => Date
  /** Returns a new seed, for a request without one. */
  readonly drawSeed: () => string
}

/** Defines an operation of this service. */
export const defineOperation: ReturnType<typeof operationsFor<QuestionsContext>> = operationsFor()
