// Every error that an operation declares can be provoked. That no other error is thrown, `makeApp` checks in every test.
import { AppError, type ErrorDefinition } from '@qb/core/errors'
import { QUESTIONS_ERRORS, type QuestionBank } from '@qb/core/questions'
import { RANDOM_ERRORS } from '@qb/core/random'
import { HTTP_ERRORS, listErrors, type Service } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import { describe, expect, it } from 'vitest'
import { getQuestion } from './operations/get-question.ts'
import { OPERATIONS } from './operations/index.ts'
import { checkErrors, get, hasPath, makeApp, makeContext } from './testing.ts'

/** A request that ends in an error: its URL, the app it is sent to, and how often. */
interface Provocation {
  readonly url: string
  readonly app?: () => Promise<Service>
  readonly times?: number
}

const makeLimited = () => makeApp({ environment: { QUESTIONS_RATE_LIMIT_MAX: '1' } })

function makeDefective(): Promise<Service> {
  const fail = () => {
    throw new Error('a defect')
  }
  const bank: QuestionBank = { dataset: fail, statuses: fail, lastScan: fail, reload: fail }
  return makeApp({ bank })
}

/** The errors of every operation; `url` is a valid request. */
const common = (url: string): [ErrorDefinition, Provocation][] => [
  [HTTP_ERRORS.invalid_parameters, { url: `${url}${url.includes('?') ? '&' : '?'}unknown=1` }],
  [HTTP_ERRORS.too_many_requests, { url, app: makeLimited, times: 2 }],
  [HTTP_ERRORS.internal, { url, app: makeDefective }],
]

const { unknown_category, unknown_question, dataset_unavailable } = QUESTIONS_ERRORS

const PROVOCATIONS: Readonly<Record<string, readonly [ErrorDefinition, Provocation][]>> = {
  listQuestions: [
    ...common('/api/v1/questions/stars'),
    [unknown_category, { url: '/api/v1/questions/nothing' }],
    [unknown_question, { url: '/api/v1/questions/stars?ids=S-99' }],
    [dataset_unavailable, { url: '/api/v1/questions/broken' }],
  ],
  drawQuestions: [
    ...common('/api/v1/questions/stars/random'),
    [unknown_category, { url: '/api/v1/questions/nothing/random' }],
    [dataset_unavailable, { url: '/api/v1/questions/broken/random' }],
  ],
  getQuestion: [
    ...common('/api/v1/questions/stars/S-1'),
    [unknown_category, { url: '/api/v1/questions/nothing/S-1' }],
    [unknown_question, { url: '/api/v1/questions/stars/S-99' }],
    [dataset_unavailable, { url: '/api/v1/questions/broken/1' }],
  ],
  checkAnswer: [
    ...common('/api/v1/questions/stars/S-1/check?answer=1'),
    [unknown_category, { url: '/api/v1/questions/nothing/S-1/check?answer=1' }],
    [unknown_question, { url: '/api/v1/questions/stars/S-99/check?answer=1' }],
    [dataset_unavailable, { url: '/api/v1/questions/broken/1/check?answer=1' }],
  ],
  listCategories: common('/api/v1/categories'),
  getHealth: common('/api/v1/health'),
  getMetrics: common('/metrics'),
}

describe.each(OPERATIONS.map((operation) => ({ id: operation.id, operation })))('$id', ({ operation }) => {
  const provocations = new Map(PROVOCATIONS[operation.id])
  const declared = listErrors(operation)

  it('declares each error once, and exactly those that are provoked here', () => {
    const codes = declared.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect([...provocations.keys()].map(({ code }) => code).toSorted()).toEqual(codes.toSorted())
  })

  it.each(declared)('can end in $code', async (error) => {
    const { url, app = makeApp, times = 1 } = provocations.get(error) ?? expect.unreachable()
    expect(hasPath(url, operation.path), url).toBe(true)
    const service = await app()
    for (let sent = 1; sent < times; sent++) expect((await get(service, url)).status).toBe(200)
    assertProblem(await get(service, url), error)
  })
})

describe('checkErrors', () => {
  const throwing = (error: Error) =>
    checkErrors({
      ...getQuestion,
      run(_input: object, _context: object): never {
        throw error
      },
    })

  it.fails('fails a test in which an operation ends in an undeclared error', async () => {
    const error = new AppError(RANDOM_ERRORS.invalid_seed, 'no')
    const operation = throwing(error)
    const context = await makeContext()
    expect(() => operation.run({ category: 'stars', id: 'S-1' }, context)).toThrow(error)
  })

  it('accepts a declared error and an error of another class', async () => {
    const context = await makeContext()
    for (const error of [new AppError(unknown_question, 'no'), new Error('a defect')]) {
      expect(() => throwing(error).run({ category: 'stars', id: 'S-1' }, context)).toThrow(error)
    }
  })
})
