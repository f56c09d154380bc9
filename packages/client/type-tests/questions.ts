// Calls that must compile, and calls that must not. `@ts-expect-error` is an error itself when the next line compiles.
import { createQuestionsClient, type HiddenQuestion, type Question, type QuestionPage } from '@qb/client'

const client = createQuestionsClient({ baseUrl: 'http://127.0.0.1:8000' })

/** Compiles only when two types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const assertType = <_Check extends true>() => undefined

export async function results() {
  const page = await client.listQuestions('astronomy', { limit: 3, seed: 'x', topic: ['stars'] as const })
  assertType<Same<typeof page, QuestionPage<Question>>>()
  assertType<Same<(typeof page.questions)[0]['correct_answer'], string>>()
  assertType<Same<(typeof page.questions)[0]['options'], string[] | undefined>>()
  assertType<Same<typeof page.next, string | null>>()
  // @ts-expect-error a page has no such member
  page.pages

  const hidden = await client.drawQuestions('astronomy', { count: 5, answers: 'hidden' })
  assertType<Same<typeof hidden, QuestionPage<HiddenQuestion>>>()
  // @ts-expect-error hidden questions have no correct answer
  hidden.questions[0]?.correct_answer
  const one = await client.getQuestion('astronomy', 'AST-0001', { answers: 'hidden' })
  // @ts-expect-error a hidden question has no correct answer
  one.correct_answer
  for await (const question of client.questions('astronomy', { answers: 'hidden', seed: 'x' })) {
    // @ts-expect-error a hidden question has no correct answer
    question.correct_answer
  }
  for await (const question of client.mixedQuestions('*', { answers: 'hidden' })) {
    question.category.toUpperCase()
    // @ts-expect-error a hidden question has no correct answer
    question.correct_answer
  }
  for await (const question of client.questions('astronomy')) {
    question.correct_answer.toUpperCase()
    // @ts-expect-error only questions of several categories have one
    question.category
  }

  const { answers } = { answers: 'hidden' } as { answers: 'hidden' | 'visible' }
  const either = await client.getQuestion('astronomy', 'AST-0001', { answers })
  assertType<Same<typeof either, Question | HiddenQuestion>>()
  if ('correct_answer' in either) either.correct_answer.toUpperCase()
  // @ts-expect-error the question may be hidden
  either.correct_answer

  const { status } = await client.getHealth()
  // @ts-expect-error no such status
  status === 'unhealthy'
}

export function parameters() {
  // @ts-expect-error a category is a string
  client.listQuestions(1)
  // @ts-expect-error a category is missing
  client.listQuestions()
  // @ts-expect-error several categories are a request of their own
  client.listQuestions(['astronomy', 'literature'])
  // @ts-expect-error one category is a request of its own
  client.mixQuestions('astronomy')
  // @ts-expect-error a limit is a number
  client.listQuestions('astronomy', { limit: '3' })
  // @ts-expect-error no such parameter
  client.listQuestions('astronomy', { count: 3 })
  // @ts-expect-error no such parameter
  client.drawQuestions('astronomy', { limit: 3 })
  // @ts-expect-error no such parameter, also when `answers` is given
  client.drawQuestions('astronomy', { answers: 'hidden', limit: 3 })
  // @ts-expect-error a seed is a string: `042` and `42` are different
  client.drawQuestions('astronomy', { seed: 42 })
  // @ts-expect-error no such value
  client.drawQuestions('astronomy', { answers: 'none' })
  // @ts-expect-error the order of a draw is always random
  client.drawQuestions('astronomy', { random: false })
  // @ts-expect-error a difficulty is a string
  client.listQuestions('astronomy', { difficulty: [1] })
  // @ts-expect-error the size of a page is not the number of questions
  client.questions('astronomy', { limit: 3 })
  // @ts-expect-error ids are not iterated
  client.questions('astronomy', { ids: 'AST-0001' })
  // @ts-expect-error the id is missing
  client.getQuestion('astronomy')
  // @ts-expect-error the answer is missing
  client.checkAnswer('astronomy', 'AST-0001')
  // @ts-expect-error an answer is a string
  client.checkAnswer('astronomy', 'AST-0001', 4)
  // @ts-expect-error a list is not iterable, only `questions` is
  for (const _ of client.listQuestions('astronomy')) break
}

export function options() {
  // @ts-expect-error the URL is missing
  createQuestionsClient({})
  // @ts-expect-error the questions service has no keys
  createQuestionsClient({ baseUrl: 'http://127.0.0.1:8000', apiKey: 'x' })
  // @ts-expect-error retries are limited by numbers
  createQuestionsClient({ baseUrl: 'http://127.0.0.1:8000', retries: { attempts: '3' } })
  createQuestionsClient({ baseUrl: new URL('http://127.0.0.1:8000'), fetch, retries: { attempts: 1 } })
  createQuestionsClient({ baseUrl: '/trivia', fetch: async () => new Response() })
}
