// Lists every operation of the service. Routes, OpenAPI, the landing page and the reserved ids are derived
// from this list.
import { checkAnswer } from './check-answer.ts'
import { drawQuestions } from './draw-questions.ts'
import { getQuestion } from './get-question.ts'
import { listCategories } from './list-categories.ts'
import { listQuestions } from './list-questions.ts'
import { mixQuestions } from './mix-questions.ts'
import { getHealth, getLiveness, getMetrics, getReadiness } from './service-status.ts'

export const OPERATIONS = [
  listQuestions,
  mixQuestions,
  drawQuestions,
  getQuestion,
  checkAnswer,
  listCategories,
  getHealth,
  getMetrics,
  getLiveness,
  getReadiness,
]
