// Tests that a request can cause every error that an operation declares. In all other tests, `makeApp` checks
// that no operation throws an undeclared error.
import type { ErrorDefinition } from '@qb/core/errors'
import { QUESTIONS_ERRORS } from '@qb/core/questions'
import { HTTP_ERRORS, type Service } from '@qb/http'
import { assertProblem, hasPath, testDeclaredErrors } from '@qb/http/testing'
import { expect } from 'vitest'
import { OPERATIONS } from './operations/index.ts'
import { get, makeApp } from './testing.ts'

/** A request that causes an error: its URL, the app that gets it, and how many times it is sent. */
interface ErrorRequest {
  readonly url: string
  readonly app?: () => Promise<Service>
  readonly times?: number
}

const makeLimitedApp = () => makeApp({ environment: { QUESTIONS_RATE_LIMIT_MAX: '1' } })

function makeDefectiveApp(): Promise<Service> {
  const run = () => {
    throw new TypeError('a defect')
  }
  return makeApp({ operations: OPERATIONS.map((operation) => ({ ...operation, run })) as typeof OPERATIONS })
}

/** The errors that every operation declares. `url` is the URL of a valid request. */
const commonErrors = (url: string): [ErrorDefinition, ErrorRequest][] => [
  ...unlimitedErrors(url),
  [HTTP_ERRORS.too_many_requests, { url, app: makeLimitedApp, times: 2 }],
]

/** The errors of an operation whose requests do not count for the rate limit. */
const unlimitedErrors = (url: string): [ErrorDefinition, ErrorRequest][] => [
  [HTTP_ERRORS.invalid_parameters, { url: `${url}${url.includes('?') ? '&' : '?'}unknown=1` }],
  [HTTP_ERRORS.internal, { url, app: makeDefectiveApp }],
]

const { unknown_category, unknown_question, dataset_unavailable, no_dataset } = QUESTIONS_ERRORS

const ERROR_REQUESTS: Readonly<Record<string, readonly [ErrorDefinition, ErrorRequest][]>> = {
  listQuestions: [
    ...commonErrors('/api/v1/questions/stars'),
    [unknown_category, { url: '/api/v1/questions/nothing' }],
    [unknown_question, { url: '/api/v1/questions/stars?ids=S-99' }],
    [dataset_unavailable, { url: '/api/v1/questions/broken' }],
  ],
  mixQuestions: [
    ...commonErrors('/api/v1/questions?category=stars'),
    [unknown_category, { url: '/api/v1/questions?category=nothing' }],
    [dataset_unavailable, { url: '/api/v1/questions?category=broken' }],
  ],
  drawQuestions: [
    ...commonErrors('/api/v1/questions/stars/random'),
    [unknown_category, { url: '/api/v1/questions/nothing/random' }],
    [dataset_unavailable, { url: '/api/v1/questions/broken/random' }],
  ],
  getQuestion: [
    ...commonErrors('/api/v1/questions/stars/S-1'),
    [unknown_category, { url: '/api/v1/questions/nothing/S-1' }],
    [unknown_question, { url: '/api/v1/questions/stars/S-99' }],
    [dataset_unavailable, { url: '/api/v1/questions/broken/1' }],
  ],
  checkAnswer: [
    ...commonErrors('/api/v1/questions/stars/S-1/check?answer=1'),
    [unknown_category, { url: '/api/v1/questions/nothing/S-1/check?answer=1' }],
    [unknown_question, { url: '/api/v1/questions/stars/S-99/check?answer=1' }],
    [dataset_unavailable, { url: '/api/v1/questions/broken/1/check?answer=1' }],
  ],
  listCategories: commonErrors('/api/v1/categories'),
  getHealth: commonErrors('/api/v1/health'),
  getMetrics: unlimitedErrors('/metrics'),
  getLiveness: unlimitedErrors('/livez'),
  getReadiness: [
    ...unlimitedErrors('/readyz'),
    [no_dataset, { url: '/readyz', app: () => makeApp({ files: {} }) }],
  ],
}

testDeclaredErrors(OPERATIONS, ERROR_REQUESTS, async ({ url, app = makeApp, times = 1 }, error, { path }) => {
  expect(hasPath(url, path), url).toBe(true)
  const service = await app()
  for (let sent = 1; sent < times; sent++) expect((await get(service, url)).status).toBe(200)
  assertProblem(await get(service, url), error)
})
