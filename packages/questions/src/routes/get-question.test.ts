import { assertProblem } from '@qb/http/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeApp } from '../testing.ts'

let app: Awaited<ReturnType<typeof makeApp>>
beforeAll(async () => {
  app = await makeApp()
})

const get = async (path: string) => {
  const { statusCode, headers, body } = await app.inject(`/api/v1/questions/${path}`)
  return { status: statusCode, contentType: String(headers['content-type']), body, headers }
}

describe('GET /api/v1/questions/{category}/{id}', () => {
  it('gives the question', async () => {
    expect(JSON.parse((await get('stars/S-4')).body)).toEqual({
      id: 'S-4',
      question: 'What is S 4?',
      correct_answer: '4',
      options: ['4', 'two', 'three', 'four'],
      difficulty: 'medium',
      topic: 'topic 0',
    })
  })

  it('can hide the answer and shuffle the options by the id alone', async () => {
    const hidden = JSON.parse((await get('stars/S-0?answers=hidden&shuffle_options=true')).body)
    expect(hidden).not.toHaveProperty('correct_answer')
    // Computed by docs/seed-contract/check.py, as for a page without a seed.
    expect(hidden.options).toEqual(['four', 'three', '0', 'two'])
  })

  it.each([
    'stars/S-99',
    'stars/s-4',
    'stars/',
    'stars/__proto__',
    'stars/S-1,S-2',
    'stars/..%2F',
    'stars/%00',
  ])('does not know %s', async (path) => {
    assertProblem(await get(path), 'unknown_question')
  })

  it('does not know a category that is not there', async () => {
    assertProblem(await get('nothing/S-1'), 'unknown_category')
  })

  it('knows no parameter but answers and shuffle_options', async () => {
    assertProblem(await get('stars/S-1?seed=x'), 'invalid_parameters')
  })
})

describe('GET /api/v1/questions/{category}/{id}/check', () => {
  const check = (path: string, answer: string) => get(`${path}/check?answer=${encodeURIComponent(answer)}`)

  it.each([
    ['<b>yes</b>', true],
    ['<B>YES</B>', true],
    ['  <b>yes</b>\n', true],
    ['yes', false],
    ['<b>yes</b>!', false],
  ])('says of %j whether it is right: %s, and tells the right answer', async (answer, correct) => {
    expect(JSON.parse((await check('plain/1', answer)).body)).toEqual({
      correct,
      correct_answer: '<b>yes</b>',
    })
  })

  it('compares after NFC and case folding', async () => {
    const rows =
      'id,question,correct_answer\n1,Q?,Stra\u00dfe\n2,Q?,Caf\u00e9\n3,Q?,\u039f\u03b4\u03cc\u03c2\n'
    const other = await makeApp({ sheets: { 'Refined_Words_Questions.csv': rows } })
    for (const [id, answer] of [
      ['1', 'STRASSE'],
      ['2', 'cafe\u0301'],
      ['3', '\u039f\u0394\u038c\u03a3'],
    ] as const) {
      const url = `/api/v1/questions/words/${id}/check?answer=${encodeURIComponent(answer)}`
      expect((await other.inject(url)).json().correct, answer).toBe(true)
    }
  })

  it('asks for one answer', async () => {
    for (const query of ['', '?answer=', '?answer=a&answer=b', '?anwser=a']) {
      assertProblem(await get(`stars/S-1/check${query}`), 'invalid_parameters')
    }
  })

  it('is 404 for an unknown question', async () => {
    assertProblem(await check('stars/S-99', 'x'), 'unknown_question')
  })
})

describe('GET /api/v1/categories', () => {
  it('gives each category that can be asked for, with counts', async () => {
    const { categories } = (await app.inject('/api/v1/categories')).json()
    expect(categories.map(({ name }: { name: string }) => name)).toEqual(['plain', 'small_things', 'stars'])
    expect(categories[2]).toEqual({
      name: 'stars',
      title: 'Stars',
      questions: 60,
      difficulty: { easy: 20, medium: 20, hard: 20 },
      topic: { 'topic 0': 30, 'topic 1': 30 },
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(categories[0]).toMatchObject({ questions: 1, difficulty: {}, topic: {} })
  })
})
