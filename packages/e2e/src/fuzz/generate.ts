// Generates requests from the OpenAPI document of a service: valid ones, and ones that are wrong in a known way.
import fc from 'fast-check'
import type { ApiDocument, DocumentedOperation, Schema } from './document.ts'
import { anyString, encoding, generateFields, generateTarget, mostly } from './generate-parts.ts'
import { HOSTILE_BYTES, HOSTILE_STRINGS } from './hostile.ts'
import type { FuzzRequest, HttpRequest, RawRequest } from './request.ts'

/** What a generator must know about a service, besides its document. */
export interface Knowledge {
  /** Values of parameters that exist, by name. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** Header fields that identify a caller. The first one may call every operation. */
  readonly callers: readonly (readonly (readonly [string, string])[])[]
  /** The share of requests for an operation. Default: 10. */
  readonly weights: Readonly<Record<string, number>>
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY']

function generateForOperation(
  operation: DocumentedOperation,
  knowledge: Knowledge,
): fc.Arbitrary<HttpRequest> {
  const methods = operation.method === 'GET' ? ['GET', 'GET', 'GET', 'HEAD'] : [operation.method]
  const payload = operation.body
    ? generateBody(operation.body)
    : mostly<Payload>(
        fc.constant({ fields: [] }),
        fc.constant({ body: '{"a":1}', fields: [['content-type', 'application/json'] as const] }),
        25,
      )
  return fc
    .record({
      method: mostly(fc.constantFrom(...methods), fc.constantFrom(...METHODS), 14),
      target: generateTarget(operation, knowledge),
      fields: generateFields(knowledge),
      payload,
      followUp: fc.constantFrom('nothing', 'nothing', 'nothing', 'revalidation', 'twin'),
    } as const)
    .map(({ method, target, fields, payload: { body, fields: bodyFields }, followUp }) => ({
      kind: 'http',
      method,
      target,
      headers: [...fields, ...bodyFields],
      ...(body !== undefined && { body }),
      followUp: operation.method === 'GET' || followUp === 'twin' ? followUp : 'nothing',
    }))
}

const PAGES = [
  '/',
  '/docs',
  '/docs/',
  '/redoc',
  '/errors',
  '/openapi.json',
  '/quiz/',
  '/quiz/main.js',
  '/docs/static/swagger-ui.css',
]

/** Generates requests for paths of no operation. */
function generateUnrouted(knowledge: Knowledge): fc.Arbitrary<HttpRequest> {
  const segment = fc.tuple(
    fc.oneof(anyString, fc.constantFrom('api', 'v1', 'questions', 'changelog', '..')),
    encoding,
  )
  const path = fc
    .array(segment, { maxLength: 5 })
    .map((parts) => `/${parts.map(([text, apply]) => apply(text)).join('/')}`)
  return fc
    .record({
      method: fc.constantFrom('GET', ...METHODS),
      target: fc.oneof(path, fc.constantFrom(...PAGES)),
      headers: generateFields(knowledge),
    })
    .map((request) => ({ kind: 'http', ...request, followUp: 'nothing' }))
}

/** Generates the bytes of a request, with some bytes changed. */
function generateBytes(request: fc.Arbitrary<HttpRequest>): fc.Arbitrary<RawRequest> {
  const edit = fc.record({
    position: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat({ max: 4 }),
    inserted: fc.oneof(fc.constantFrom(...HOSTILE_BYTES), fc.string({ unit: 'binary-ascii', maxLength: 4 })),
  })
  const edited = fc
    .tuple(request, fc.array(edit, { maxLength: 3 }))
    .map(([{ method, target, headers, body = '' }, edits]) => {
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
      const bytes = `${method} ${target} HTTP/1.1\r\nhost: x\r\n${lines}${length}\r\n${Buffer.from(body).toString('latin1')}`
      return edits.reduce((text, { position, removed, inserted }) => {
        const at = Math.floor(position * text.length)
        return text.slice(0, at) + inserted + text.slice(at + removed)
      }, bytes)
    })
  const random = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
  return mostly(edited, random, 8).map((bytes) => ({ kind: 'raw', bytes }))
}

/** Generates requests for a service. */
export function generateRequests(
  { operations }: ApiDocument,
  knowledge: Knowledge,
): fc.Arbitrary<FuzzRequest> {
  const forOperation = fc.oneof(
    ...operations.map((operation) => ({
      arbitrary: generateForOperation(operation, knowledge),
      weight: knowledge.weights[operation.id] ?? 10,
    })),
  )
  return fc.oneof<fc.WeightedArbitrary<FuzzRequest>[]>(
    { arbitrary: forOperation, weight: 85 },
    { arbitrary: generateUnrouted(knowledge), weight: 8 },
    { arbitrary: generateBytes(forOperation), weight: 7 },
  )
}

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
