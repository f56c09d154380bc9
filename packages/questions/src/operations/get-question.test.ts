import { QUESTIONS_ERRORS } from '@qb/core/questions'
import { HTTP_ERRORS, type Service } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { get, makeApp, makeContext, readValue } from '../testing.ts'
import { getQuestion } from './get-question.ts'

let app: Service
beforeAll(async () => {
  app = await makeApp()
})

const request = (path: string) => get(app, `/api/v1/questions/${path}`)

describe('getQuestion', () => {
  it('runs without HTTP', async () => {
    const result = getQuestion.run({ category: 'plain', id: '1', answers: 'hidden' }, await makeContext())
    expect(result).toMatchObject({ cache: 'shared', key: expect.stringContaining('answers=hidden') })
    expect(await readValue(result)).toEqual({ id: '1', question: 'Is “π” > 3 & < 4?\nSure?' })
  })
})

describe('GET /api/v1/questions/{category}/{id}', () => {
  it('returns the question', async () => {
    expect(JSON.parse((await request('stars/S-4')).body)).toEqual({
      id: 'S-4',
      question: 'What is S 4?',
      correct_answer: '4',
      options: ['4', 'two', 'three', 'four'],
      difficulty: 'medium',
      topic: 'topic 0',
    })
  })

  it('omits the correct answer, and shuffles the options by the id', async () => {
    const hidden = JSON.parse((await request('stars/S-0?answers=hidden&shuffle_options=true')).body)
    expect(hidden).not.toHaveProperty('correct_answer')
    // A golden vector, computed by docs/seed-contract/check.py for a page without a seed.
    expect(hidden.options).toEqual(['four', 'three', '0', 'two'])
  })

  it.each(['stars/S-99', 'stars/s-4', 'stars/__proto__', 'stars/S-1,S-2', 'stars/..%2F', 'stars/%00'])(
    'responds with 404 for the unknown question %s',
    async (path) => {
      assertProblem(await request(path), QUESTIONS_ERRORS.unknown_question)
    },
  )

  it('rejects an unknown parameter', async () => {
    assertProblem(await request('stars/S-1?seed=x'), HTTP_ERRORS.invalid_parameters)
  })
})
