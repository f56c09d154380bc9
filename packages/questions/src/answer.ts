// How an operation's answers look, said once: the headers of a JSON answer, and the failures it may end in.
import { CoreError, type ErrorCode } from '@qb/core/errors'
import { describeAnswers, describeFailures, ProblemDetails, ref, renderProblem } from '@qb/http'
import { type TSchema, Type } from '@sinclair/typebox'

/** Written with the answer itself: a hook that adds them costs more than the rest of the request. */
export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const

/** What the docs show of each kind of failure. */
const EXAMPLES = [
  new CoreError('invalid_parameters', 'limit: expected an integer from 1 to 50, got "51"', {
    issues: [{ parameter: 'limit', message: 'expected an integer from 1 to 50, got "51"' }],
  }),
  new CoreError('unknown_category', 'expected one of: astronomy, literature; got "astrology"'),
  new CoreError('unknown_question', 'expected ids of the category astronomy, got "AST-9999"'),
  new CoreError('too_many_requests', 'expected at most 60 requests a minute; try again in 12 seconds'),
]

const FORM = {
  contentType: 'application/problem+json',
  schema: ref(ProblemDetails),
  examples: { render: renderProblem, errors: EXAMPLES },
}

/** The `response` part of a route’s schema; the success is not typed, as its text is made at load and not by it. */
export function answers(success: TSchema, description: string, ...failures: readonly ErrorCode[]) {
  return describeAnswers(success, description, failures, FORM)
}

/** The failures alone, for an operation whose success is no JSON. */
export function failures(...codes: readonly ErrorCode[]) {
  return describeFailures(codes, FORM)
}

const CACHE_HEADERS = {
  ETag: Type.String({
    description: 'Names this very answer; absent from a page whose seed was drawn for the call.',
  }),
  'Cache-Control': Type.String({
    description: '`public, max-age=60`; `no-store` for a page whose seed was drawn for the call.',
  }),
}

/** As {@link answers}, with what a cache goes by: the headers of the success and of the 304, and `more` headers. */
export function cachedAnswers(
  success: TSchema,
  description: string,
  failures: readonly ErrorCode[],
  more: Readonly<Record<string, TSchema>> = {},
) {
  const described = answers(success, description, ...failures)
  const notModified = 'What `If-None-Match` names is still the answer; nothing was drawn to find out.'
  return {
    ...described,
    200: { ...described[200], headers: { ...CACHE_HEADERS, ...more } },
    304: { type: 'null', description: notModified, headers: CACHE_HEADERS },
  }
}
