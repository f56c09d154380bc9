// For tests of both services.
import { strict as assert } from 'node:assert'
import { ERRORS, type ErrorCode } from '@qb/core/errors'
import { STATUS } from './errors.ts'
import type { ProblemDetails } from './problem.ts'

/** What an answer must have to be looked at; `app.inject` and `fetch` both give it. */
export interface Answer {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: string
}

/**
 * Asserts that an answer is a problem of this code in RFC 9457's shape, with nothing added.
 * @returns its body
 */
export function assertProblem(answer: Answer, code: ErrorCode): ProblemDetails {
  const { kind, title } = ERRORS[code]
  assert.equal(answer.contentType, 'application/problem+json; charset=utf-8', answer.body)
  const problem = JSON.parse(answer.body) as ProblemDetails
  assert.equal(problem.type, `/#${code.replaceAll('_', '-')}`, answer.body)
  assert.equal(problem.title, title)
  assert.equal(problem.status, STATUS[kind])
  assert.equal(answer.status, STATUS[kind])
  assert.ok(typeof problem.detail === 'string' && problem.detail.length > 0)
  const members = ['type', 'title', 'status', 'detail', ...(problem.errors ? ['errors'] : [])]
  assert.deepEqual(Object.keys(problem), members)
  for (const error of problem.errors ?? []) assert.deepEqual(Object.keys(error), ['parameter', 'message'])
  return problem
}
