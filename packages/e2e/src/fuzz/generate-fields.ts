// Generates the header fields of requests, except those that describe a body.
import fc from 'fast-check'
import { mostly } from './arbitraries.ts'
import type { Knowledge } from './generate.ts'
import { HOSTILE_FIELDS } from './hostile.ts'
import { CURRENT_ETAG } from './request.ts'

type Fields = readonly (readonly [string, string])[]

/** Generates a header field that a request may have: mostly none. */
function optional(name: string, weight: number, values: readonly string[]): fc.Arbitrary<Fields> {
  const value = mostly(fc.constantFrom(...values), fc.constantFrom(...HOSTILE_FIELDS), 4)
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant<Fields>([]), weight: 20 },
    { arbitrary: value.map((text): Fields => [[name, text]]), weight },
    {
      arbitrary: fc.array(value, { maxLength: 3 }).map((texts): Fields => texts.map((text) => [name, text])),
      weight: weight > 4 ? 1 : 0,
    },
  )
}

const MEDIA_TYPES = [
  'application/json',
  'text/markdown',
  'text/html',
  '*/*',
  'text/markdown;q=0.1, application/json',
  'application/xml',
  'image/png;q=0',
]

/** Generates header fields: mostly those of a caller who may call every operation, and few others. */
export function generateFields({ callers }: Knowledge): fc.Arbitrary<Fields> {
  const keys = fc.nat({ max: 60 }).map((number) => `key-${number}`)
  const idempotencyKey = mostly<Fields>(
    fc.constant([]),
    fc
      .oneof(
        keys,
        keys.map((key) => `"${key}"`),
        fc.constantFrom(...HOSTILE_FIELDS),
      )
      .map((key): Fields => [['idempotency-key', key]]),
    4,
  )
  return fc
    .tuple(
      mostly(fc.constant(callers[0] ?? []), fc.constantFrom(...callers, ...callers), 6),
      optional('accept', 6, MEDIA_TYPES),
      optional('if-none-match', 5, [CURRENT_ETAG, `W/${CURRENT_ETAG}`, '*', '"x"']),
      optional('if-match', 2, [CURRENT_ETAG, '*', '"x"', `W/${CURRENT_ETAG}`]),
      idempotencyKey,
      optional('accept-encoding', 2, ['gzip', 'br', 'identity;q=0', '*;q=0']),
      optional('origin', 2, ['https://quiz.example', 'null']),
      optional('access-control-request-method', 1, ['GET', 'POST']),
      optional('range', 1, ['bytes=0-10', 'bytes=x']),
      optional('content-encoding', 1, ['gzip', 'identity']),
      optional('x-http-method-override', 1, ['DELETE', 'POST']),
    )
    .map((lists) => lists.flat())
}
