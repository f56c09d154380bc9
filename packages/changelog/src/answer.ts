// How an operation's answers are described: one success, and the failures it may end in, all of one shape.
import type { ErrorCode } from '@qb/core/errors'
import { describeAnswers, describeFailures, ref } from '@qb/http'
import type { TSchema } from '@sinclair/typebox'
import { FailureBody } from './failure.ts'

const FORM = { contentType: 'application/json', schema: ref(FailureBody) }

/** The `response` part of a route's schema. */
export function answers<S extends TSchema>(
  success: S,
  description: string,
  ...failures: readonly ErrorCode[]
) {
  return describeAnswers(success, description, failures, FORM)
}

/** The failures alone, for an operation whose success is no JSON. */
export function failures(...codes: readonly ErrorCode[]) {
  return describeFailures(codes, FORM)
}

/** The failures of every operation that needs a key. */
export const GUARDED = ['unauthenticated', 'forbidden'] as const satisfies readonly ErrorCode[]

/** How the docs say that an operation needs a key or a token. */
export const SECURITY = [{ apiKey: [] }, { bearer: [] }]
