// Generates requests from the OpenAPI document of a service: valid ones, and ones that are wrong in a known way.
import fc from 'fast-check'
import { anyString, mostly } from './arbitraries.ts'
import type { ApiDocument, DocumentedOperation } from './document.ts'
import { generateBody, type Payload } from './generate-body.ts'
import { generateFields } from './generate-fields.ts'
import { encoding, generateTarget } from './generate-target.ts'
import { HOSTILE_BYTES } from './hostile.ts'
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
