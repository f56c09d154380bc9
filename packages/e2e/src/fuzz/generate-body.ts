// Generates JSON bodies from a schema: valid ones, changed ones, and text that is not JSON.
import fc from 'fast-check'
import type { Schema } from './document.ts'
import { HOSTILE_STRINGS } from './hostile.ts'

/** A body, and the header fields that describe it. */
export interface Payload {
  readonly body?: string
  readonly fields: readonly (readonly [string, string])[]
}

const hostileString = fc.constantFrom(...HOSTILE_STRINGS)

/** Generates values that match a schema. Strings are short, so that thousands of them fit into a changelog. */
function generateValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 })
    case 'array':
      return fc.array(generateValue(schema.items ?? {}), { maxLength: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, member]) => [name, generateValue(member)]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      )
    default:
      return fc.oneof(
        { arbitrary: fc.lorem({ maxCount: 6 }), weight: 6 },
        { arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }), weight: 2 },
        { arbitrary: hostileString.filter((text) => text.length < 300), weight: 1 },
      )
  }
}

/** Changes one place of JSON text: a value, a member, or its end. */
const change: fc.Arbitrary<(json: string) => string> = fc.oneof(
  fc.tuple(fc.nat({ max: 200 }), fc.json({ maxDepth: 2 })).map(([at, value]) => (json: string) => {
    const places = [...json.matchAll(/"(?:[^"\\]|\\.)*"|true|false|\d+/g)]
    const place = places[at % places.length]
    return place ? json.slice(0, place.index) + value + json.slice(place.index + place[0].length) : value
  }),
  fc.tuple(fc.constantFrom('x', '__proto__', 'constructor', 'dry_run'), fc.json({ maxDepth: 1 })).map(
    ([name, value]) =>
      (json: string) =>
        json.replace('{', `{"${name}":${value}${json.startsWith('{}') ? '' : ','}`),
  ),
  fc.nat({ max: 500 }).map((length) => (json: string) => json.slice(0, length % (json.length + 1))),
  fc.constantFrom('\0', '}', ',', '\ufeff', '//', '\ud800').map((junk) => (json: string) => json + junk),
)

const deep = fc
  .tuple(fc.constantFrom(30, 31, 33, 1000, 100_000), fc.constantFrom('[', '{"a":'))
  .map(([depth, open]) => `{"changes":${open.repeat(depth)}1${(open === '[' ? ']' : '}').repeat(depth)}}`)

const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json; charset=latin1',
  'application/problem+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
  'x',
  'application/',
]

/** Generates bodies for a schema, with their `Content-Type`. */
export function generateBody(schema: Schema): fc.Arbitrary<Payload> {
  const valid = generateValue(schema).map((value) => JSON.stringify(value))
  const body = fc.oneof(
    { arbitrary: valid, weight: 10 },
    { arbitrary: fc.tuple(valid, change).map(([json, apply]) => apply(json)), weight: 5 },
    { arbitrary: fc.json({ maxDepth: 3 }), weight: 1 },
    { arbitrary: deep, weight: 1 },
    { arbitrary: fc.oneof(hostileString, fc.constant(undefined)), weight: 1 },
  )
  const type = fc.oneof(
    { arbitrary: fc.constant('application/json'), weight: 15 },
    { arbitrary: fc.constantFrom(...CONTENT_TYPES), weight: 2 },
    { arbitrary: fc.constant(undefined), weight: 1 },
  )
  return fc.tuple(body, type).map(([text, contentType]) => ({
    ...(text !== undefined && { body: text }),
    fields: contentType === undefined ? [] : [['content-type', contentType]],
  }))
}
