// Lists every operation of the service. Routes, OpenAPI, the landing page and the reserved ids are derived
// from this list.
import { LIVENESS } from '@qb/http'
import { defineOperation } from '../context.ts'
import { checkAnswer } from './check-answer.ts'
import { drawQuestions } from './draw-questions.ts'
import { getHealth } from './get-health.ts'
import { getMetrics } from './get-metrics.ts'
import { getQuestion } from './get-question.ts'
import { getReadiness } from './get-readiness.ts'
import { listCategories } from './list-categories.ts'
import { listQuestions } from './list-questions.ts'
import { mixQuestions } from './mix-questions.ts'

export const OPERATIONS = [
  listQuestions,
  mixQuestions,
  drawQuestions,
  getQuestion,
  checkAnswer,
  listCategories,
  getHealth,
  getMetrics,
  defineOperation(LIVENESS),
  getReadiness,
]
