// How an operation's answers are described: one success, and the failures it may end in, all of one shape.
import { ERRORS, type ErrorCode } from '@qb/core/errors'
import { ref, STATUS } from '@qb/http'
import type { TSchema } from '@sinclair/typebox'
import { FailureBody } from './failure.ts'

/** The `response` part of a route's schema. */
export function answers<S extends TSchema>(
  success: S,
  description: string,
  ...failures: readonly ErrorCode[]
) {
  const codes: readonly ErrorCode[] = [...failures, 'too_many_requests', 'internal']
  const entries = codes.map((code) => {
    const content = { 'application/json': { schema: ref(FailureBody) } }
    return [STATUS[ERRORS[code].kind], { description: ERRORS[code].title, content }] as const
  })
  return {
    200: { description, content: { 'application/json': { schema: success } } },
    ...Object.fromEntries(entries),
  }
}

/** The failures of every operation that needs a key. */
export const GUARDED = ['unauthenticated', 'forbidden'] as const satisfies readonly ErrorCode[]

/** How the docs say that an operation needs a key or a token. */
export const SECURITY = [{ apiKey: [] }, { bearer: [] }]
