// Compares responses with the OpenAPI document of a service. Each check returns violations as text.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { type ApiDocument, type DocumentedOperation, findOperations } from './document.ts'
import type { FuzzResponse, HttpRequest } from './request.ts'

/** Limits of docs/operations.md. */
const MAX_TARGET_BYTES = 8192
const MAX_HEADER_BYTES = 16_384
/** The most bytes of header fields that the client adds, such as `Host`. */
const CLIENT_FIELD_BYTES = 200

/** The result of a check. `operation` is undefined when the request is for no documented operation. */
export interface Checked {
  readonly operation: DocumentedOperation | undefined
  readonly violations: readonly string[]
}

/** Pages of the services that the OpenAPI document does not contain. */
const PAGE = /^\/($|\?|docs|redoc|errors|quiz|openapi\.json)/

/** Checks the response to a request. */
export function checkResponse(document: ApiDocument, request: HttpRequest, response: FuzzResponse): Checked {
  const operations = findOperations(document, request.target)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const operation = operations?.find((candidate) => candidate.method === method)
  if (request.target.includes('#') && response.status < 400 && request.method !== 'OPTIONS') {
    return {
      operation,
      violations: [`expected an error, because URLs have no fragment, got ${response.status}`],
    }
  }
  const documented = operation?.responses.get(response.status)
  if (documented && isInContent(documented.content, response)) {
    return {
      operation,
      violations: [
        ...checkContent(documented.content, request.method, response),
        ...documented.headers.flatMap((name) => checkHeader(name, documented.headers, response)),
        ...checkStatusHeaders(response),
      ],
    }
  }
  if (generalStatuses(request, operations).includes(response.status)) {
    return { operation: undefined, violations: checkGeneral(document, request, response) }
  }
  const known = operation
    ? `${operation.id} documents ${[...operation.responses.keys()].join(', ')}`
    : 'no operation'
  const { status, body } = response
  return {
    operation,
    violations: [
      `undocumented response: ${status} ${response.headers['content-type']}; ${known}: ${body.slice(0, 500)}`,
    ],
  }
}

/** Lists the statuses that a request can have for another reason than its operation. */
function generalStatuses(
  { method, target, headers }: HttpRequest,
  operations: readonly DocumentedOperation[] | undefined,
): number[] {
  const headerBytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  const statuses: number[] = []
  // Bytes that a URL cannot contain without percent-encoding, and fragments.
  if (operations === undefined || !/^[!-~]*$/.test(target) || target.includes('#')) statuses.push(400)
  if (target.length > MAX_TARGET_BYTES) statuses.push(414, 431)
  if (headerBytes > MAX_HEADER_BYTES - CLIENT_FIELD_BYTES) statuses.push(431)
  if (headers.some(([name]) => name === 'expect')) statuses.push(417)
  if (PAGE.test(target)) statuses.push(200, 304, 308, 404, 405)
  if (operations?.length === 0) statuses.push(404)
  if (operations && !operations.some((operation) => operation.method === method)) statuses.push(405)
  // A preflight request of CORS.
  if (method === 'OPTIONS') statuses.push(204)
  return statuses
}

/** What a browser accepts. */
const ACCEPTS_HTML = /text\/(?:html|\*)/i

/** Whether a response is the page that a browser shows for an unknown path. */
const isErrorPage = (response: FuzzResponse) =>
  response.status === 404 && mediaTypeOf(response) === 'text/html'

function checkGeneral(document: ApiDocument, request: HttpRequest, response: FuzzResponse): string[] {
  if (response.status < 400) return response.status === 204 && response.body !== '' ? ['204 with a body'] : []
  const acceptsPage = request.headers.some(([name, value]) => name === 'accept' && ACCEPTS_HTML.test(value))
  if (acceptsPage && isErrorPage(response)) return []
  return [...checkContent(document.errorContent, request.method, response), ...checkStatusHeaders(response)]
}

type Content = ReadonlyMap<string, ValidateFunction>

function mediaTypeOf({ headers }: FuzzResponse): string | undefined {
  return headers['content-type']?.split(';', 1)[0]
}

function isInContent(content: Content, response: FuzzResponse): boolean {
  const mediaType = mediaTypeOf(response)
  return mediaType === undefined ? content.size === 0 : content.has(mediaType)
}

/** Checks the content type, and the body by its schema. */
export function checkContent(content: Content, method: string, response: FuzzResponse): string[] {
  const { status, headers, body } = response
  const validate = content.get(mediaTypeOf(response) ?? '')
  if (!validate) {
    if (content.size === 0)
      return body === '' ? [] : [`status ${status}: expected no body, got ${body.slice(0, 200)}`]
    const expected = [...content.keys()].join(', ')
    return [`status ${status}: expected ${expected}; got ${headers['content-type']}: ${body.slice(0, 200)}`]
  }
  if (method === 'HEAD') return body === '' ? [] : [`HEAD: expected no body, got ${body.slice(0, 200)}`]
  let value: unknown = body
  if (mediaTypeOf(response)?.endsWith('json')) {
    try {
      value = JSON.parse(body)
    } catch {
      return [`status ${status}: expected JSON, got ${body.slice(0, 200)}`]
    }
  }
  if (validate(value)) return []
  const errors = validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ')
  return [`status ${status}: the body does not match its schema: ${errors}: ${body.slice(0, 500)}`]
}

/** Checks that a documented header field is present, when its description says that it is. */
function checkHeader(name: string, documented: readonly string[], { headers, body }: FuzzResponse): string[] {
  const isAbsent = headers[name] === undefined
  switch (name) {
    case 'etag': {
      const isUncached = documented.includes('cache-control') && headers['cache-control'] === 'no-store'
      return isAbsent === isUncached
        ? []
        : [`etag: ${headers[name]} with cache-control: ${headers['cache-control']}`]
    }
    case 'link': {
      if (body === '') return []
      const { next } = JSON.parse(body) as { next?: string | null }
      const expected = next ? `<${next}>; rel="next"` : undefined
      return headers[name] === expected ? [] : [`link: expected ${expected}, got ${headers[name]}`]
    }
    case 'idempotency-replayed':
      return isAbsent || headers[name] === 'true' ? [] : [`idempotency-replayed: ${headers[name]}`]
    default:
      return isAbsent ? [`expected the header field ${name}, got none`] : []
  }
}

/** Header fields that HTTP requires with a status, or that docs/operations.md promises. */
const STATUS_HEADERS: Readonly<Record<number, string>> = {
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
}

function checkStatusHeaders({ status, headers }: FuzzResponse): string[] {
  const name = STATUS_HEADERS[status]
  const missing = name === undefined || headers[name] !== undefined ? [] : [`${status} without ${name}`]
  const isStored = status >= 400 && headers['cache-control'] !== 'no-store'
  return isStored ? [...missing, `${status} with cache-control: ${headers['cache-control']}`] : missing
}

/** Checks the bytes of a connection: each response is complete, and errors have the format of the service. */
export function checkBytes(document: ApiDocument, received: string): string[] {
  let rest = received
  while (rest !== '') {
    const match = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest)
    if (!match) return [`expected a response, got ${JSON.stringify(rest.slice(0, 200))}`]
    const [head, status, lines = ''] = match
    const headers = Object.fromEntries(
      lines
        .split('\r\n')
        .filter((line) => line !== '')
        .map((line) => [
          line.split(':', 1)[0]?.toLowerCase() ?? '',
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
    )
    rest = rest.slice(head.length)
    // A response to HEAD has no body, and bytes do not show which response that is.
    const length = rest.startsWith('HTTP/1.1 ') ? 0 : Number(headers['content-length'] ?? 0)
    const body = Buffer.from(rest.slice(0, length), 'latin1').toString('utf8')
    rest = rest.slice(length)
    const response = { status: Number(status), headers, body, elapsedMs: 0 }
    if (response.status >= 500) return [`expected no ${status}: ${body}`]
    // Bytes can be the request of a browser.
    if (response.status < 400 || body === '' || isErrorPage(response)) continue
    const violations = checkContent(document.errorContent, 'GET', response)
    if (violations.length > 0) return violations
  }
  return []
}
