// Generates the parts of requests: the target, and the header fields except those that describe a body.
import fc from 'fast-check'
import type { DocumentedOperation, Parameter, Schema } from './document.ts'
import type { Knowledge } from './generate.ts'
import { HOSTILE_ENCODINGS, HOSTILE_FIELDS, HOSTILE_STRINGS } from './hostile.ts'
import { CURRENT_ETAG } from './request.ts'

/** A string that programs often handle wrongly, or a random one. */
export const anyString = fc.oneof(
  fc.constantFrom(...HOSTILE_STRINGS),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

/** Generates one of the first values most of the time. A failing request shrinks to them. */
export function mostly<T>(likely: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 9): fc.Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, { arbitrary: likely, weight }, { arbitrary: rare, weight: 1 })
}

/** Generates the text of a parameter. */
function generateText(
  { name, schema }: Parameter,
  { values }: Knowledge,
  isClean: boolean,
): fc.Arbitrary<string> {
  const known = values[name]
  const valid = known ? fc.constantFrom(...known) : generateValid(schema)
  return isClean ? valid : mostly(valid, anyString, 5)
}

function generateValid(schema: Schema): fc.Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...schema.enum.map(String))
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false', '1', '0', 'True')
  if (schema.type === 'integer') {
    const { minimum: min = 0, maximum = 100 } = schema
    return mostly(
      fc.integer({ min, max: Math.min(maximum, min + 100) }),
      fc.constantFrom(min - 1, min, maximum, maximum + 1),
    ).map(String)
  }
  if (schema.type === 'array' && schema.items) return generateValid(schema.items)
  return fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
}

type Encode = (text: string) => string

const encodeAll: Encode = (text) => encodeURIComponent(text.toWellFormed())

/** Encodings that servers accept. */
const ENCODINGS: readonly Encode[] = [
  encodeAll,
  encodeAll,
  (text) => encodeAll(text).replaceAll(/%../g, (escaped) => escaped.toLowerCase()),
  (text) => text.toWellFormed().replaceAll(/[^a-z]/gu, (char) => toEscapes(char)),
  // The bytes of UTF-8, encoded only where Node's client demands it. A `#` stays, too.
  (text) =>
    Buffer.from(text)
      .toString('latin1')
      .replaceAll(/[^!-~\x80-\xff]/g, encodeURIComponent),
]

function toEscapes(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** An encoding, and sometimes one with bytes that are not percent-encoded correctly. */
export const encoding: fc.Arbitrary<Encode> = mostly(
  fc.constantFrom(...ENCODINGS),
  fc.constantFrom(...HOSTILE_ENCODINGS).map((bad) => (text: string) => encodeAll(text) + bad),
  12,
)

function generateQuery(
  operation: DocumentedOperation,
  knowledge: Knowledge,
  isClean: boolean,
): fc.Arbitrary<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
  const pairs = parameters.map((parameter) => {
    const { name, required, schema } = parameter
    const text = generateText(parameter, knowledge, isClean)
    const isRepeatable = schema.type === 'array'
    const values = fc.oneof(
      { withCrossShrink: !required },
      { arbitrary: fc.constant<string[]>([]), weight: required ? (isClean ? 0 : 1) : 12 },
      { arbitrary: text.map((value) => [value]), weight: required ? 12 : 4 },
      {
        arbitrary: fc.array(text, { minLength: 1, maxLength: 12 }),
        weight: isRepeatable || !isClean ? 1 : 0,
      },
    )
    const encode = isClean ? fc.constant(encodeAll) : encoding
    return fc.tuple(values, encode).map(([texts, apply]) => texts.map((value) => `${name}=${apply(value)}`))
  })
  const unknown = fc
    .tuple(anyString, anyString, encoding)
    .map(([name, value, apply]) => `${apply(name)}=${apply(value)}`)
  const extra = mostly<string[]>(
    fc.constant([]),
    fc.array(fc.oneof(unknown, fc.constantFrom(...HOSTILE_ENCODINGS))),
    isClean ? 1000 : 7,
  )
  return fc.tuple(fc.tuple(...pairs), extra).map(([lists, others]) => {
    const query = [...lists.flat(), ...others].join('&')
    return query === '' ? '' : `?${query}`
  })
}

function generatePath(
  operation: DocumentedOperation,
  knowledge: Knowledge,
  isClean: boolean,
): fc.Arbitrary<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path')
  const texts = parameters.map((parameter) =>
    fc.tuple(generateText(parameter, knowledge, isClean), isClean ? fc.constant(encodeAll) : encoding),
  )
  const filled = fc
    .tuple(...texts)
    .map((values) =>
      values.reduce(
        (path, [text, apply], index) => path.replace(`{${parameters[index]?.name}}`, () => apply(text)),
        operation.path,
      ),
    )
  if (isClean) return filled
  const changed = fc
    .tuple(filled, fc.constantFrom('/', '//', '/..', '/x', '.json', ...HOSTILE_ENCODINGS))
    .map(([path, suffix]) => path + suffix)
  const upper = filled.map((path) => path.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()))
  return mostly(filled, fc.oneof(changed, upper), 12)
}

/** Generates the path and the query of an operation: clean ones, and ones that may be wrong in several places. */
export function generateTarget(operation: DocumentedOperation, knowledge: Knowledge): fc.Arbitrary<string> {
  const generate = (isClean: boolean) =>
    fc
      .tuple(generatePath(operation, knowledge, isClean), generateQuery(operation, knowledge, isClean))
      .map(([path, query]) => path + query)
  return fc.oneof(generate(true), generate(false))
}

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
