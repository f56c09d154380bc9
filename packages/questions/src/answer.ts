// How an operation's answers look, said once: the headers of a JSON answer, and the failures it may end in.
import { ERRORS, type ErrorCode } from '@qb/core/errors'
import { ProblemDetails, ref, STATUS } from '@qb/http'
import type { TSchema } from '@sinclair/typebox'

/** Written with the answer itself: a hook that adds them costs more than the rest of the request. */
export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const

/** The `response` part of a route's schema: one success, and the failures by their codes. */
export function answers(success: TSchema, description: string, ...failures: readonly ErrorCode[]) {
  const codes: readonly ErrorCode[] = [...failures, 'too_many_requests', 'internal']
  const entries = codes.map((code) => [STATUS[ERRORS[code].kind], describeFailure(code)] as const)
  return {
    200: { description, content: { 'application/json': { schema: success } } },
    ...Object.fromEntries(entries),
  }
}

function describeFailure(code: ErrorCode) {
  return {
    description: ERRORS[code].title,
    content: { 'application/problem+json': { schema: ref(ProblemDetails) } },
  }
}
