// How an operation's answers look, said once: the headers of a JSON answer, and the failures it may end in.
import type { ErrorCode } from '@qb/core/errors'
import { describeAnswers, ProblemDetails, ref } from '@qb/http'
import type { TSchema } from '@sinclair/typebox'

/** Written with the answer itself: a hook that adds them costs more than the rest of the request. */
export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const

/** The `response` part of a route’s schema; the success is not typed, as its text is made at load and not by it. */
export function answers(success: TSchema, description: string, ...failures: readonly ErrorCode[]) {
  const form = { contentType: 'application/problem+json', schema: ref(ProblemDetails) }
  return describeAnswers(success, description, failures, form)
}
