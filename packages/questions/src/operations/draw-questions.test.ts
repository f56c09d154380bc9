import type { Question } from '@qb/core/questions'
import { HTTP_ERRORS, type Service } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { get as getFrom, makeApp, makeContext, readValue } from '../testing.ts'
import { drawQuestions } from './draw-questions.ts'

let app: Service
beforeAll(async () => {
  app = await makeApp()
})

const get = (query: string, category = 'stars') =>
  getFrom(app, `/api/v1/questions/${category}/random${query}`)

async function draw(query: string, category?: string) {
  const { status, body } = await get(query, category)
  expect(status, body).toBe(200)
  return JSON.parse(body) as { seed: string; total: number; questions: Question[]; next: string | null }
}

describe('drawQuestions', () => {
  it('runs without HTTP', async () => {
    const result = drawQuestions.run({ category: 'stars', count: 5, seed: '42' }, await makeContext())
    expect(result).toMatchObject({ cache: 'shared' })
    expect(await readValue(result)).toMatchObject({ total: 60, questions: GOLDEN.map((id) => ({ id })) })
  })
})

describe('GET /api/v1/questions/{category}/random', () => {
  it('draws 5 questions by default', async () => {
    expect((await draw('')).questions).toHaveLength(5)
  })

  it.each([1, 20])('draws %i questions', async (count) => {
    expect((await draw(`?count=${count}`)).questions).toHaveLength(count)
  })

  it.each(['0', '21', 'abc', '1.5', '1e1', '0x10', '', '-1'])('rejects count=%s', async (count) => {
    const problem = assertProblem(await get(`?count=${count}`), HTTP_ERRORS.invalid_parameters)
    expect(problem.errors?.[0]).toEqual({
      parameter: 'count',
      message: `expected an integer from 1 to 20, got "${count}"`,
    })
  })

  it.each(['limit=5', 'random=true', 'random=false', 'ids=S-1'])(
    'rejects the parameter %s',
    async (parameter) => {
      assertProblem(await get(`?${parameter}`), HTTP_ERRORS.invalid_parameters)
    },
  )

  it('returns the same questions in the same order for the same category, count and seed', async () => {
    expect(await draw('?count=5&seed=42')).toEqual(await draw('?count=5&seed=42'))
    const other = await makeApp()
    expect((await other.inject('/api/v1/questions/stars/random?count=5&seed=42')).json()).toEqual(
      await draw('?count=5&seed=42'),
    )
  })

  it('returns the questions of the golden vector', async () => {
    const { questions } = await draw('?count=5&seed=42')
    expect(questions.map(({ id }) => id)).toEqual(GOLDEN)
  })

  it('generates and returns a seed for each request without a seed', async () => {
    const [first, second] = [await draw('?count=20'), await draw('?count=20')]
    expect(first.questions).not.toEqual(second.questions)
    expect((await draw(`?count=20&seed=${first.seed}`)).questions).toEqual(first.questions)
  })

  it('returns the first questions of a larger draw for a smaller count, and the next questions for an offset', async () => {
    const ten = (await draw('?count=10&seed=x')).questions
    expect((await draw('?count=5&seed=x')).questions).toEqual(ten.slice(0, 5))
    expect((await draw('?count=5&seed=x&offset=5')).questions).toEqual(ten.slice(5))
  })

  it('has the same order as a list with the same seed', async () => {
    const list = (await app.inject('/api/v1/questions/stars?seed=x&limit=5')).json()
    expect((await draw('?seed=x')).questions).toEqual(list.questions)
  })

  it('returns all questions when there are fewer than count', async () => {
    const { questions, next } = await draw('?count=20', 'small_things')
    expect(questions.map(({ id }) => id).toSorted()).toEqual(['T-0', 'T-1', 'T-2'])
    expect(next).toBeNull()
  })

  it('supports filters, hidden answers and shuffled options', async () => {
    const { questions, total, next } = await draw(
      '?seed=x&difficulty=easy&answers=hidden&shuffle_options=true',
    )
    expect(total).toBe(20)
    expect(
      questions.every((question) => question.difficulty === 'easy' && !('correct_answer' in question)),
    ).toBe(true)
    expect(next).toBe(
      '/api/v1/questions/stars/random?count=5&seed=x&difficulty=easy&answers=hidden&shuffle_options=true&offset=5',
    )
  })
})

/** A golden vector, computed by docs/seed-contract/check.py: category `stars`, seed `42`, 60 rows. */
const GOLDEN = ['S-48', 'S-19', 'S-17', 'S-27', 'S-50']
