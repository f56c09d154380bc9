import { QUESTIONS_ERRORS, type Question } from '@qb/core/questions'
import { HTTP_ERRORS } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import { describe, expect, it } from 'vitest'
import { get, makeApp, makeContext, readValue } from '../testing.ts'
import { checkAnswer } from './check-answer.ts'

const request = async (path: string, files?: Record<string, string>) =>
  get(await makeApp(files ? { files } : {}), `/api/v1/questions/${path}`)
const check = (path: string, answer: string, files?: Record<string, string>) =>
  request(`${path}/check?answer=${encodeURIComponent(answer)}`, files)

describe('checkAnswer', () => {
  it('runs without HTTP', async () => {
    const input = { category: 'stars', id: 'S-4', answer: 'two' }
    const result = checkAnswer.run(input, await makeContext())
    expect(await readValue(result)).toEqual({ correct: false, correct_answer: '4' })
  })
})

describe('GET /api/v1/questions/{category}/{id}/check', () => {
  it.each([
    ['<b>yes</b>', true],
    ['<B>YES</B>', true],
    ['  <b>yes</b>\n', true],
    ['yes', false],
    ['<b>yes</b>!', false],
  ])('returns the correct answer and, for the answer %j, correct=%s', async (answer, correct) => {
    const { body } = await check('plain/1', answer)
    expect(JSON.parse(body)).toEqual({ correct, correct_answer: '<b>yes</b>' })
  })

  it.each([
    ['Straße', 'STRASSE'],
    ['Café', 'cafe\u0301'],
    ['Οδός', 'ΟΔΌΣ'],
    ['1.5', '1,5'],
    ['"2,25 km"', '2.25 km'],
  ])('treats the answers %s and %s as equal', async (correct, answer) => {
    const files = { 'Refined_Words_Questions.csv': `id,question,correct_answer\n1,Q?,${correct}\n` }
    expect(JSON.parse((await check('words/1', answer, files)).body).correct).toBe(true)
  })

  it.each([
    ["['pH','PH']", 'pH', 'PH', false],
    ["['pH','PH']", 'pH', 'pH', true],
    ["['pH','PH']", 'pH', 'ph', true],
    ["['Masse','Maße']", 'Maße', 'Masse', false],
    ["['CA','Ca']", 'Ca', 'CA', false],
    ["['1.5','1,5']", '1.5', '1,5', false],
    ["['1.5','3']", '1.5', '1,5', true],
  ])(
    'compares an answer that is one of the options %s exactly: %j, %j',
    async (options, right, answer, correct) => {
      const row = `1,Q?,${right},"${options}"`
      const files = { 'a.csv': `id,question,correct_answer,options\n${row}\n` }
      expect(JSON.parse((await check('a/1', answer, files)).body).correct).toBe(correct)
    },
  )

  it('returns the explanation, which pages contain unless answers are hidden, and the source', async () => {
    const files = {
      'a.csv': 'id,question,correct_answer,explanation,source\n1,Q?,A,Because.,"A book, “Q”"\n2,R?,B,,\n',
    }
    const read = async (path: string) => JSON.parse((await request(path, files)).body)
    expect(await read('a/1/check?answer=b')).toEqual({
      correct: false,
      correct_answer: 'A',
      explanation: 'Because.',
      source: 'A book, “Q”',
    })
    expect(await read('a/2/check?answer=b')).toEqual({ correct: true, correct_answer: 'B' })
    const explanations = async (query: string) =>
      (await read(`a?random=false${query}`)).questions.map((question: Question) => question.explanation)
    expect(await explanations('')).toEqual(['Because.', undefined])
    expect(await explanations('&answers=hidden')).toEqual([undefined, undefined])
    expect(await read('a/1')).toHaveProperty('explanation', 'Because.')
    expect(await read('a/1?answers=hidden')).not.toHaveProperty('explanation')
  })

  it.each(['', '?answer=', '?answer=a&answer=b', '?anwser=a'])(
    'responds with 400 unless there is exactly one answer: %j',
    async (query) => {
      assertProblem(await request(`stars/S-1/check${query}`), HTTP_ERRORS.invalid_parameters)
    },
  )

  it('responds with 404 for an unknown question', async () => {
    assertProblem(await check('stars/S-99', 'x'), QUESTIONS_ERRORS.unknown_question)
  })
})
