import { AppError, defineErrors } from '@qb/core/errors'
import { Type } from '@sinclair/typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { MAX_URL_BYTES } from '../connection/request-head.ts'
import { exchange, listStatuses, parseResponse } from '../connection/testing.ts'
import { closeApp } from '../lifecycle/drain.ts'
import { createLogger } from '../observability/log.ts'
import { uncached } from '../operation/operation.ts'
import type { Service } from '../service.ts'
import { assertProblem, listenOnFreePort, makeOperation, makeService } from '../testing.ts'
import { HTTP_ERRORS } from './http-errors.ts'

const ERRORS = defineErrors('test', {
  wrong: { title: 'Wrong', outcome: 'invalid' },
  noted: { title: 'Noted', outcome: 'conflict', isLogged: true },
  known: { title: 'Known', outcome: 'failed' },
  broken: { title: 'Broken', outcome: 'failed', isLogged: true },
})

let app: Service
let log: string[]
afterEach(() => closeApp(app, 0))

type Options = NonNullable<Parameters<typeof makeService>[0]>

async function start(error?: unknown, options: Options = {}): Promise<void> {
  log = []
  app = await makeService({
    logger: createLogger('test', 'info', { write: (line) => log.push(line) }),
    maxBodyBytes: 1000,
    operations: [
      makeOperation({
        input: { query: Type.Object({ token: Type.Optional(Type.String()) }) },
        run: () => Promise.reject(error),
      }),
      makeOperation({ id: 'item', path: '/items/{id}', run: () => uncached({}) }),
      makeOperation({
        id: 'post',
        method: 'POST',
        path: '/post',
        input: { body: Type.Object({}, { additionalProperties: true }) },
        run: () => Promise.reject(error),
      }),
      makeOperation({ id: 'closed', method: 'POST', path: '/closed', access: 'write' }),
    ],
    authorization: {
      security: [],
      guard: () => async () => {
        throw new AppError(HTTP_ERRORS.forbidden, 'expected the scope write, got none')
      },
    },
    ...options,
  })
}

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers })
  return {
    status: response.statusCode,
    contentType: String(response.headers['content-type']),
    body: response.body,
    headers: response.headers,
  }
}

describe('an error response', () => {
  it('is problem details that is not stored', async () => {
    await start(new AppError(ERRORS.wrong, 'expected 1, got 2'))
    const response = await get('/test')
    expect(assertProblem(response, ERRORS.wrong).detail).toBe('expected 1, got 2')
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.connection).not.toBe('close')
  })

  it.each([
    ['/nothing/here', '/nothing/here; / lists the operations'],
    ['/nothing/here?token=secret', '/nothing/here; / lists the operations'],
    ['/test/?token=secret', '/test/; did you mean /test?'],
    ['/test//', '/test//; did you mean /test?'],
    ['/test/?path=/', '/test/; did you mean /test?'],
    ['/nothing//', '/nothing//; / lists the operations'],
    ['/nothing/?path=/', '/nothing/; / lists the operations'],
    ['/test/1/', '/test/1/; / lists the operations'],
    ['/items/1/2/', '/items/1/2/; / lists the operations'],
    ['/nothing?path=/', '/nothing; / lists the operations'],
    ['//', '//; / lists the operations'],
    ['/items/', '/items/; / lists the operations'],
    ['/items/?id=1', '/items/; / lists the operations'],
    ['/items/1/', '/items/1/; did you mean /items/1?'],
  ])('to %s, which matches no route, contains a hint', async (url, hint) => {
    await start()
    const { detail } = assertProblem(await get(url), HTTP_ERRORS.unknown_route)
    expect(detail).toBe(`no route matches ${hint}`)
  })

  it.each([
    ['/nothing', '', 404, '<h1>This page does not exist</h1>', 'or the page has moved'],
    ['/no/page/?x=1', '', 404, 'There is nothing at <code>/no/page/</code>.', '<div class="card">'],
    ["/a&b='c'", '', 404, "<code>/a&amp;b='c'</code>", 'or the page has moved'],
    ['/nothing', '/trivia', 404, '<code>/trivia/nothing</code>', 'href="/trivia/site.css"'],
    ['/trivia/nothing', '/trivia', 404, '<code>/trivia/nothing</code>', 'href="/trivia/"'],
    ['/?x=1', '', 429, '<h1>Too many requests</h1>', 'href="/"'],
    ['/', '', 429, '<p class="lead">Expected at most 1 request', 'try again'],
  ] as const)('to %s is a page in a browser', async (url, basePath, status, ...texts) => {
    await start(undefined, { basePath, rateLimit: { max: status === 429 ? 1 : 0 } })
    if (status === 429) await get('/test')
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const page = await get(url, { accept })
    expect(page).toMatchObject({ status, contentType: 'text/html; charset=utf-8' })
    for (const text of texts) expect(page.body).toContain(text)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store' })
    const program = await get(url, { accept: '*/*' })
    expect([program.status, program.contentType]).toEqual([status, 'application/problem+json; charset=utf-8'])
  })

  it.each(['application/json, text/html', 'application/problem+json', 'text/html;q=0.5, */*'])(
    'to an unknown path is no page with Accept: %s',
    async (accept) => {
      await start()
      assertProblem(await get('/nothing', { accept }), HTTP_ERRORS.unknown_route)
    },
  )

  it('to an operation is no page in a browser', async () => {
    await start(new AppError(ERRORS.wrong, 'expected 1, got 2'))
    assertProblem(await get('/test', { accept: 'text/html' }), ERRORS.wrong)
  })

  it.each(['/items/1', '/'])('is not sent for the route %s', async (url) => {
    await start()
    expect((await get(url)).status).toBe(200)
  })

  it('closes the connection after a request with an invalid head', async () => {
    await start()
    const response = await get(`/${'x'.repeat(MAX_URL_BYTES)}`)
    assertProblem(response, HTTP_ERRORS.uri_too_long)
    expect(response.headers.connection).toBe('close')
  })

  it.each([
    ['a path that cannot be decoded', '/%ff', HTTP_ERRORS.malformed_url],
    ['a path that matches no route', '/nothing', HTTP_ERRORS.unknown_route],
    ['an operation', '/test', ERRORS.wrong],
  ])('to %s can be read by scripts of the allowed origin', async (_name, url, definition) => {
    await start(new AppError(ERRORS.wrong, 'expected 1, got 2'), { corsOrigin: 'https://a.example' })
    const response = await get(url, { origin: 'https://a.example' })
    assertProblem(response, definition)
    expect(response.headers['access-control-allow-origin']).toBe('https://a.example')
    expect(response.headers['access-control-expose-headers']).toContain('Retry-After')
  })

  it.each([
    ['https://b.example', 'https://b.example'],
    ['https://c.example', undefined],
  ])(
    'to a path that cannot be decoded has CORS headers only for a listed origin: %s',
    async (origin, allowed) => {
      await start(undefined, { corsOrigin: ['https://a.example', 'https://b.example'] })
      const { headers } = await get('/%ff', { origin })
      expect(headers['access-control-allow-origin']).toBe(allowed)
      expect(headers.vary).toBe('Origin')
    },
  )

  it('to a path that cannot be decoded has no CORS header fields without an allowed origin', async () => {
    await start()
    const { headers } = await get('/%ff', { origin: 'https://a.example' })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the log', () => {
  it.each([
    ['that is logged', new AppError(ERRORS.noted, 'expected 1, got 2'), 409],
    ['of the operator', new AppError(ERRORS.broken, 'expected 1, got 2'), 500],
    ['that is a defect', new Error('expected 1, got 2'), 500],
  ])('contains an error %s, with its request but without its query', async (_name, error, status) => {
    await start(error)
    const response = await get('/test?token=secret')
    expect(response.status).toBe(status)
    expect(log).toHaveLength(1)
    expect(log[0]).not.toContain('secret')
    const entry = JSON.parse(log[0] ?? '')
    expect(entry).toMatchObject({ name: 'test', level: 50, method: 'GET', path: '/test' })
    expect(entry.reqId).toMatch(/./)
    expect(entry.err).toMatchObject({ message: 'expected 1, got 2', stack: expect.stringContaining('at ') })
  })

  it('contains the request id that the response to a defect names', async () => {
    await start(new Error('defect'))
    const { detail } = assertProblem(await get('/test'), HTTP_ERRORS.internal)
    expect(detail).toContain(JSON.parse(log[0] ?? '').reqId)
  })

  it.each([
    ['of the caller', ERRORS.wrong],
    ['with status 500 that is not logged', ERRORS.known],
  ])('does not contain an error %s', async (_name, definition) => {
    await start(new AppError(definition, 'expected 1, got 2'))
    assertProblem(await get('/test'), definition)
    expect(log).toEqual([])
  })
})

describe('the connection of an error', () => {
  const JSON_BODY = 'content-type: application/json\r\n'
  const LAST = 'GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

  it.each([
    ['with a known length', 'content-length: 5\r\n'],
    ['in chunks', 'transfer-encoding: chunked\r\n'],
  ])('is closed when a body %s is not read', async (_name, field) => {
    await start()
    await listenOnFreePort(app)
    const response = parseResponse(
      await exchange(app, `POST /closed HTTP/1.1\r\nhost: x\r\n${JSON_BODY}${field}\r\n`),
    )
    assertProblem(response, HTTP_ERRORS.forbidden)
    expect(response.headers.connection).toBe('close')
  })

  it.each([
    ['there is no body', 404, 'GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['the body is empty', 404, 'POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n'],
    ['the empty body is not read', 403, 'POST /closed HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n'],
    ['the body is read', 400, `POST /post HTTP/1.1\r\nhost: x\r\n${JSON_BODY}content-length: 2\r\n\r\n{}`],
    [
      'the body is read in chunks',
      400,
      `POST /post HTTP/1.1\r\nhost: x\r\n${JSON_BODY}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
  ])('stays open when %s', async (_name, status, bytes) => {
    await start(new AppError(ERRORS.wrong, 'expected 1, got 2'))
    await listenOnFreePort(app)
    expect(listStatuses(await exchange(app, bytes + LAST))).toEqual([status, 404])
  })
})
