// Compares the examples in the OpenAPI document with what is served from the datasets of this repository.
import { fileURLToPath } from 'node:url'
import { openBank, Question } from '@qb/core/questions'
import type { Service } from '@qb/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RESERVED_IDS } from './app.ts'
import { AnswerCheck } from './operations/check-answer.ts'
import { drawQuestions } from './operations/draw-questions.ts'
import { CategoryList } from './operations/list-categories.ts'
import { Health } from './operations/service-status.ts'
import { MixedQuestionPage, QuestionPage } from './question-page.ts'
import { makeApp, NOW } from './testing.ts'

const directory = fileURLToPath(new URL('../../../external-resources/questions', import.meta.url))

let app: Service
beforeAll(async () => {
  const displayPath = 'external-resources/questions'
  const bank = await openBank({ directory, displayPath, reservedIds: RESERVED_IDS, now: () => NOW })
  app = await makeApp({ bank })
})
afterAll(() => app.close())

const exampleOf = ({ examples }: { examples?: unknown }) => (examples as Record<string, never>[])[0] as never

/** The URL of the page before `next`, in examples with one question a page. */
const urlBefore = ({ next }: { next: string }) => next.replace('offset=1', 'offset=0')

describe('the example of', () => {
  it.each([
    ['a question', Question, '/api/v1/questions/astronomy/AST-0002'],
    ['a page', QuestionPage, urlBefore(exampleOf(QuestionPage))],
    [
      'a draw',
      { examples: [drawQuestions.result.example] },
      urlBefore(drawQuestions.result.example as never),
    ],
    ['a page of several categories', MixedQuestionPage, urlBefore(exampleOf(MixedQuestionPage))],
    ['a checked answer', AnswerCheck, '/api/v1/questions/astronomy/AST-0002/check?answer=eight%20minutes'],
  ])('%s is what is served', async (_name, schema, url) => {
    expect((await app.inject(url)).json()).toEqual(exampleOf(schema))
  })

  it('the categories is part of what is served', async () => {
    const { categories } = (await app.inject('/api/v1/categories')).json()
    expect(categories[0]).toMatchObject(
      (exampleOf(CategoryList) as { categories: object[] }).categories[0] ?? {},
    )
  })

  it('an example of the health is part of what is served', async () => {
    const { datasets } = (await app.inject('/api/v1/health')).json()
    const { loaded_at, ...example } =
      (exampleOf(Health) as { datasets: Record<string, unknown>[] }).datasets[0] ?? {}
    expect(loaded_at).toBeDefined()
    expect(datasets[0]).toMatchObject(example)
  })
})
