// How an operation's answers are described: one success, and the failures it may end in, all of one shape.
import type { ErrorCode } from '@qb/core/errors'
import { describeAnswers, describeFailures, ref } from '@qb/http'
import { type TSchema, Type } from '@sinclair/typebox'
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

const ETAG = {
  ETag: Type.String({
    description: 'The hash of the file’s content, as `If-Match` and `If-None-Match` take it.',
  }),
}

/** The request header of an operation that may depend on the revision of the file. */
export const IF_MATCH = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of a response before, a list of them, or `*` for a file that exists. Another revision is 412, with the current `ETag`.',
    }),
  ),
})

/** As {@link answers}, for an operation that takes {@link IF_MATCH}. */
export function conditionalAnswers<S extends TSchema>(
  success: S,
  description: string,
  ...failures: readonly ErrorCode[]
) {
  const described = answers(success, description, ...failures)
  const refused = describeFailures(['precondition_failed'], FORM)[412]
  return {
    ...described,
    200: { ...described[200], headers: ETAG },
    412: { ...refused, headers: ETAG },
  }
}

/** The failures alone, for an operation whose success is no JSON. */
export function failures(...codes: readonly ErrorCode[]) {
  return describeFailures(codes, FORM)
}

/** The failures of every operation that needs a key. */
export const GUARDED = ['unauthenticated', 'forbidden'] as const satisfies readonly ErrorCode[]

/** How the docs say that an operation needs a key or a token. */
export const SECURITY = [{ apiKey: [] }, { bearer: [] }]
