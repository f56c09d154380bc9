// Tests the parameter `sources` of every operation that returns questions.
import { HTTP_ERRORS, type Service } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { get, makeApp } from './testing.ts'

const CSV =
  'id,question,correct_answer,topic,source\nS-1,Q1?,A,x,"Britannica, “Io”"\nS-2,Q2?,B,x,\nS-3,Q3?,C,y,NASA Science\n'
const PATHS = [
  'questions/stars?seed=1',
  'questions/stars?random=false&limit=2',
  'questions/stars?ids=S-3,S-1,S-2',
  'questions/stars/random?seed=1',
  'questions/stars/S-1?',
  'questions?category=stars&seed=1',
]

let app: Service
beforeAll(async () => {
  app = await makeApp({ files: { 'Refined_Stars_Questions.csv': CSV } })
})

interface Returned {
  readonly id: string
  readonly source?: string
}

async function request(path: string) {
  const { body, headers, ...response } = await get(app, `/api/v1/${path}`)
  const json = JSON.parse(body)
  const questions: readonly Returned[] = json.questions ?? [json]
  return { ...response, body, json, questions, etag: headers.etag }
}

describe('sources', () => {
  it.each(PATHS)('are absent by default: %s', async (path) => {
    const { questions } = await request(path)
    expect(questions.length).toBeGreaterThan(0)
    for (const question of questions) expect(question).not.toHaveProperty('source')
  })

  it.each(PATHS)('are the last member of each question that has one: %s', async (path) => {
    const [without, with_] = [await request(path), await request(`${path}&sources=true`)]
    const expected = { 'S-1': 'Britannica, “Io”', 'S-3': 'NASA Science' } as Record<string, string>
    expect(with_.questions.map(({ source }) => source)).toEqual(with_.questions.map(({ id }) => expected[id]))
    expect(with_.questions.map(({ source: _, ...question }) => question)).toEqual(without.questions)
    for (const question of with_.questions.filter(({ source }) => source)) {
      expect(Object.keys(question).at(-1)).toBe('source')
    }
    expect(with_.etag).not.toBe(without.etag)
  })

  it.each(PATHS)('cannot be combined with hidden answers: %s', async (path) => {
    const detail = assertProblem(
      await get(app, `/api/v1/${path}&answers=hidden&sources=true`),
      HTTP_ERRORS.invalid_parameters,
    )
    expect(JSON.stringify(detail)).toContain('sources')
    expect((await request(`${path}&answers=hidden&sources=false`)).status).toBe(200)
  })

  it('stay on the next page', async () => {
    const { json } = await request('questions/stars?seed=1&limit=1&sources=true')
    expect(json.next).toBe('/api/v1/questions/stars?limit=1&seed=1&sources=true&offset=1')
  })

  it('are not a parameter of checks', async () => {
    assertProblem(
      await get(app, '/api/v1/questions/stars/S-1/check?answer=a&sources=true'),
      HTTP_ERRORS.invalid_parameters,
    )
  })
})
