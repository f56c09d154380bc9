// Requests that the recorder sends to both services: with each method, of other origins, under conditions, and to services
// without usable files or behind a prefix.

import { CURRENT_ETAG, type HttpRequest } from '../fuzz/request.ts'
import { createToken, FULL_CALLER, UNVERIFIABLE_CALLER } from '../fuzz/targets.ts'

export type Fields = HttpRequest['headers']

/** A request with a name for its group. Requests with the same `walk` are pages of one list. */
export interface NamedRequest {
  readonly label: string
  readonly request: HttpRequest
  readonly walk?: string
}

export function make(
  label: string,
  target: string,
  { method = 'GET', headers = [], body }: { method?: string; headers?: Fields; body?: string } = {},
): NamedRequest {
  return {
    label,
    request: {
      kind: 'http',
      method,
      target,
      headers,
      ...(body !== undefined && { body }),
      followUp: 'nothing',
    },
  }
}

export const MISSING_PAGES = [
  '/nothing',
  '/favicon.ico',
  '/docs/nothing',
  '/quiz/nothing',
  '/quiz/../package.json',
]
const METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']
/** Requests with each method, with `Accept-Encoding`, and for other origins. */
export function vary(target: string, headers: Fields = []): NamedRequest[] {
  const preflight = (method: string): Fields => [
    ['origin', 'https://quiz.example'],
    ['access-control-request-method', method],
    ['access-control-request-headers', 'x-api-key, if-match'],
  ]
  return [
    ...METHODS.map((method) => make('method', target, { method, headers })),
    ...['https://quiz.example', 'https://other.example', 'null', ''].map((origin) =>
      make('origin', target, { headers: [...headers, ['origin', origin]] }),
    ),
    make('preflight', target, { method: 'OPTIONS', headers: preflight('GET') }),
    make('preflight', target, { method: 'OPTIONS', headers: preflight('DELETE') }),
    make('encoding', target, { headers: [...headers, ['accept-encoding', 'gzip, br']] }),
    make('encoding', target, { headers: [...headers, ['accept-encoding', 'identity;q=0']] }),
  ]
}

/** Conditional requests, with the last `ETag` that the service has sent. */
export function revalidate(target: string, headers: Fields = []): NamedRequest[] {
  const fields = [CURRENT_ETAG, `W/${CURRENT_ETAG}`, `"a", ${CURRENT_ETAG}`, '*', '"a"', '"*"', '']
  return [
    make('before revalidation', target, { headers }),
    ...fields.flatMap((value) =>
      ['GET', 'HEAD'].map((method) =>
        make('if-none-match', target, { method, headers: [...headers, ['if-none-match', value]] }),
      ),
    ),
  ]
}

const JSON_TYPE = ['content-type', 'application/json'] as const

export function post(
  label: string,
  target: string,
  body: unknown,
  headers: Fields = FULL_CALLER,
): NamedRequest {
  return make(label, target, {
    method: 'POST',
    headers: headers.some(([name]) => name === 'content-type') ? headers : [...headers, JSON_TYPE],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export const UPDATE = '/api/changelog/update'
export const RELEASE = '/api/changelog/release'
export const CHANGES = '/api/repository/changes'

/** The body of an update with these entries. */
export const update = (...descriptions: string[]) => ({
  changes: descriptions.map((description, index) => ({
    type: ['Added', 'Changed', 'Removed'][index % 3],
    description,
  })),
})

/** Requests for a service that counts one request a minute, and whose files or remote cannot be used. */
export function listPoorRequests(service: 'questions' | 'changelog'): NamedRequest[] {
  const targets =
    service === 'questions'
      ? [
          '/',
          '/livez',
          '/readyz',
          '/metrics',
          '/api/v1/health',
          '/api/v1/categories',
          '/api/v1/questions/broken',
        ]
      : ['/', '/livez', '/readyz', '/metrics', '/health', '/api/changelog', CHANGES, UPDATE, RELEASE, '/mcp']
  return targets.flatMap((target, index) => {
    const address = ['x-forwarded-for', `192.0.2.${index}`] as const
    const caller = ['authorization', `Bearer ${createToken(`person-${index}`)}`] as const
    const isWrite = target === UPDATE || target === RELEASE
    const body = target === UPDATE ? update('An entry.') : {}
    const send = (headers: Fields) =>
      isWrite ? post('poor', target, body, headers) : make('poor', target, { headers })
    return [send([caller, address]), send([caller, address]), send([...UNVERIFIABLE_CALLER, address])]
  })
}

/** Requests that show the base path, the allowed origins and the invalid rows of a service. */
export function listPrefixRequests(service: 'questions' | 'changelog', prefix: string): NamedRequest[] {
  const targets =
    service === 'questions'
      ? [
          '/',
          '/docs',
          '/redoc',
          '/openapi.json',
          '/quiz/',
          '/nothing',
          '/livez',
          '/api/v1/health',
          '/api/v1/categories',
        ]
      : ['/', '/docs', '/redoc', '/openapi.json', '/nothing', '/livez', '/api/changelog', CHANGES]
  const lists = ['/api/v1/questions/letters?seed=1&limit=2', '/api/v1/questions/partly?random=false']
  return [...targets, ...(service === 'questions' ? lists : [])].flatMap((target) => [
    make('prefix', prefix + target, { headers: FULL_CALLER }),
    make('without prefix', target, { headers: FULL_CALLER }),
    ...vary(prefix + target, FULL_CALLER),
  ])
}
