// Tests that every error response is problem details (RFC 9457), even when the request matches no route.
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { FACET_NAMES, QUESTIONS_ERRORS } from '@qb/core/questions'
import { HTTP_ERRORS, type Service } from '@qb/http'
import { assertProblem, listenOnFreePort, openConnection } from '@qb/http/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from './operations/index.ts'
import { captureLog, makeApp } from './testing.ts'

let app: Service
beforeAll(async () => {
  app = await makeApp()
  await listenOnFreePort(app)
})
afterAll(() => app.close())

type Method = 'GET' | 'HEAD' | 'POST' | 'OPTIONS'

async function request(url: string, method: Method = 'GET', service = app) {
  const response = await service.inject({ url, method })
  return {
    status: response.statusCode,
    contentType: response.headers['content-type'] as string | undefined,
    body: response.body,
    headers: response.headers,
  }
}

/** Sends packets, and reads the response until the service closes the connection. */
async function send(...packets: readonly string[]) {
  const { client, accepted, received } = await openConnection(app)
  client.on('end', () => client.end())
  let sentBytes = 0
  for (const packet of packets) {
    client.write(packet)
    sentBytes += Buffer.byteLength(packet)
    while (accepted.bytesRead < sentBytes && !accepted.destroyed) await setImmediate()
  }
  if (!client.closed) await once(client, 'close')
  const [head = '', body = ''] = received().split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]),
  )
  return { status: Number(statusLine.split(' ')[1]), contentType: headers['content-type'], body, headers }
}

describe('GET of an unknown category', () => {
  it.each([
    ['a name that no category has', '/api/v1/questions/nothing'],
    ['a name in upper case', '/api/v1/questions/Stars'],
    ['__proto__', '/api/v1/questions/__proto__'],
    ['constructor', '/api/v1/questions/constructor/random'],
    ['..%2F', '/api/v1/questions/..%2F'],
    ['a path outside the folder', '/api/v1/questions/..%2F..%2Fpackage.json'],
    ['a NUL', '/api/v1/questions/%00'],
    ['an empty segment before random', '/api/v1/questions//random'],
    ['a very long name', `/api/v1/questions/${'x'.repeat(4000)}`],
  ])('responds with 404 and the known categories for %s', async (_name, url) => {
    const problem = assertProblem(await request(url), QUESTIONS_ERRORS.unknown_category)
    expect(problem.detail).toContain('expected one of: broken, plain, small_things, stars; got ')
  })

  it('responds with 404 when there are no datasets', async () => {
    const empty = await makeApp({ files: {} })
    const problem = assertProblem(
      await request('/api/v1/questions/stars', 'GET', empty),
      QUESTIONS_ERRORS.unknown_category,
    )
    expect(problem.detail).toContain('"stars"')
  })
})

describe('GET of an unknown path', () => {
  it.each(['/nothing', '/api/v1', '/api/v2/questions/stars', '/API/V1/HEALTH', '/docs/nothing'])(
    'responds with 404 for %s',
    async (url) => {
      assertProblem(await request(url), HTTP_ERRORS.unknown_route)
    },
  )
})

describe('GET of a path with a slash at its end', () => {
  it.each([
    ['/api/v1/questions/', '/api/v1/questions'],
    ['/api/v1/questions/stars/?limit=1', '/api/v1/questions/stars'],
    ['/api/v1/questions/stars/random/', '/api/v1/questions/stars/random'],
    ['/api/v1/health/', '/api/v1/health'],
  ])('responds with 404 for %s, and suggests %s', async (url, suggested) => {
    const problem = assertProblem(await request(url), HTTP_ERRORS.unknown_route)
    expect(problem.detail).toContain(`did you mean ${suggested}?`)
  })

  it.each(['/nope/', '/api/', '/api/v1/', '/api/v1/health/stars/', '/quiz/nope/'])(
    'suggests nothing for %s, because the shorter path does not exist either',
    async (url) => {
      const { detail } = assertProblem(await request(url), HTTP_ERRORS.unknown_route)
      expect(detail).toBe(`no route matches ${url}; / lists the operations`)
    },
  )
})

describe('GET with invalid parameters', () => {
  it('responds with 400, the unknown parameter, and the known parameters', async () => {
    const problem = assertProblem(
      await request('/api/v1/questions/stars/random?cout=5'),
      HTTP_ERRORS.invalid_parameters,
    )
    expect(problem.errors).toEqual([
      {
        parameter: 'cout',
        message: `unknown parameter; expected one of: count, offset, seed, ${FACET_NAMES.join(', ')}, answers, shuffle_options, sources; did you mean "count"?`,
      },
    ])
  })

  it.each([
    ['questions/stars?limit=0&difficulty=brutal', ['limit', 'difficulty']],
    ['questions/stars/random?count=0&random=false&difficulty=brutal', ['count', 'random', 'difficulty']],
    [
      'questions/stars?limit=x&seed=1&random=false&topic=bar&answers=hidden&sources=true',
      ['limit', 'seed', 'topic', 'sources'],
    ],
    ['questions/stars?limit=0&topic=bar&ids=x', ['limit', 'topic']],
    ['questions?category=stars&limit=0&difficulty=brutal', ['limit', 'difficulty']],
    ['questions?limit=0&difficulty=brutal', ['category', 'limit']],
    ['questions/nothing?limit=0&difficulty=brutal', ['limit']],
  ])('names every parameter of %s that is wrong', async (path, parameters) => {
    const problem = assertProblem(await request(`/api/v1/${path}`), HTTP_ERRORS.invalid_parameters)
    expect(problem.errors?.map(({ parameter }) => parameter)).toEqual(parameters)
  })

  it('reports the first 20 of thousands of unknown parameters', async () => {
    const url = `/api/v1/health?${Array.from({ length: 1500 }, (_, index) => `${index.toString(36)}=`).join('&')}`
    const problem = assertProblem(await request(url), HTTP_ERRORS.invalid_parameters)
    expect(problem.errors).toHaveLength(20)
    expect(problem.detail.length).toBeLessThan(2000)
  })

  it('reports every invalid parameter', async () => {
    const url = '/api/v1/questions/stars?limit=0&random=maybe&seed=&__proto__=1&hasOwnProperty=2&offset=x'
    const problem = assertProblem(await request(url), HTTP_ERRORS.invalid_parameters)
    expect(problem.errors?.map(({ parameter }) => parameter).toSorted()).toEqual([
      '__proto__',
      'hasOwnProperty',
      'limit',
      'offset',
      'random',
      'seed',
    ])
  })

  it('limits the size of the response to a small request', async () => {
    const query = Array.from({ length: 1200 }, (_, number) => `k${number}`).join('&')
    const response = await request(`/api/v1/questions/stars?${query}`)
    expect(assertProblem(response, HTTP_ERRORS.invalid_parameters).errors).toHaveLength(20)
    expect(response.body.length).toBeLessThan(10_000)
  })

  it('responds with 400 for a parameter of an operation without parameters', async () => {
    assertProblem(await request('/api/v1/health?verbose=1'), HTTP_ERRORS.invalid_parameters)
  })

  it.each([
    '/%',
    '/%zz',
    '/api/v1/questions/%E0%A4%A',
    '/api/v1/questions/%ff',
    '/api/v1/questions/stars%c0%af',
  ])('responds with 400 for malformed percent-encoding in the path: %s', async (url) => {
    const response = await request(url)
    assertProblem(response, HTTP_ERRORS.malformed_url)
    expect(response.headers['access-control-allow-origin']).toBe('*')
  })

  it.each(['seed=%', 'seed=%zz', 'seed=%ff', 'seed=%ED%A0%80', '%E0%A4%A=1', 'seed=a%00%'])(
    'responds with 400 for malformed percent-encoding in the query: %s',
    async (query) => {
      assertProblem(await request(`/api/v1/questions/stars?${query}`), HTTP_ERRORS.malformed_url)
    },
  )

  it('responds with 400 for a query that is not percent-encoded', async () => {
    const response = await send(
      'GET /api/v1/questions/stars?seed=é HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    )
    assertProblem(response, HTTP_ERRORS.malformed_request)
  })
})

describe('bytes that are not a valid HTTP request', () => {
  it.each([
    ['no HTTP', 'GARBAGE\r\n\r\n'],
    ['no HTTP version', 'GET /\r\n\r\n'],
    ['a bad header', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['two lengths', 'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('get 400: %s', async (_name, bytes) => {
    const response = await send(bytes)
    assertProblem(response, HTTP_ERRORS.malformed_request)
    expect(response.headers['access-control-allow-origin']).toBe('*')
  })
})

describe('POST to an unknown path', () => {
  it.each(['{{{{', 'x'.repeat(2_000_000)])('responds with 404 before the body is read', async (payload) => {
    const response = await app.inject({
      method: 'POST',
      url: '/nothing',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    const contentType = String(response.headers['content-type'])
    assertProblem(
      { status: response.statusCode, contentType, body: response.body },
      HTTP_ERRORS.unknown_route,
    )
  })
})

describe('a request that does not reach Fastify', () => {
  it('gets 405 for CONNECT', async () => {
    assertProblem(
      await send('CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n'),
      HTTP_ERRORS.method_not_allowed,
    )
  })
  it('gets 417 for an unknown expectation', async () => {
    assertProblem(
      await send('GET / HTTP/1.1\r\nhost: x\r\nexpect: foo\r\n\r\n'),
      HTTP_ERRORS.expectation_failed,
    )
  })
})

describe('a request with a method that the path does not support', () => {
  it.each([
    ['POST', '/api/v1/questions/stars'],
    ['PUT', '/api/v1/questions/stars/random'],
    ['DELETE', '/api/v1/health'],
    ['PATCH', '/openapi.json'],
    ['POST', '/docs'],
    ['POST', '/redoc'],
    ['POST', '/'],
    ['PROPFIND', '/api/v1/health'],
    ['TRACE', '/api/v1/health'],
  ])('gets 405 with Allow: %s %s', async (method, url) => {
    const response = await request(url, method as Method)
    assertProblem(response, HTTP_ERRORS.method_not_allowed)
    expect(response.headers.allow).toBe('GET, HEAD, OPTIONS')
  })

  it('gets 405 before the body is read', async () => {
    const body = `{"a":${'1'.repeat(100)}`
    const head = `POST /api/v1/health HTTP/1.1\r\nhost: x\r\ncontent-type: text/nothing\r\nconnection: close`
    assertProblem(
      await send(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
      HTTP_ERRORS.method_not_allowed,
    )
  })

  it('gets 404 when the path is unknown', async () => {
    assertProblem(await request('/nothing', 'POST'), HTTP_ERRORS.unknown_route)
  })
})

describe('a request with a long URL or long header fields', () => {
  it.each([
    ['query', `/api/v1/questions/stars?seed=${'x'.repeat(9000)}`],
    ['path', `/api/v1/questions/${'x'.repeat(9000)}`],
    ['unknown path', `/${'x/'.repeat(5000)}`],
  ])('gets 414 for a %s of more than 8192 bytes', async (_name, url) => {
    assertProblem(await request(url), HTTP_ERRORS.uri_too_long)
  })

  it('gets 414 for a URL that exceeds the limit of the HTTP parser', async () => {
    assertProblem(
      await send(`GET /${'x'.repeat(60_000)} HTTP/1.1\r\nhost: x\r\n\r\n`),
      HTTP_ERRORS.uri_too_long,
    )
  })

  it('gets 431 for header fields that are too long', async () => {
    assertProblem(
      await send(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(60_000)}\r\n\r\n`),
      HTTP_ERRORS.header_too_large,
    )
  })

  it('gets 431 for a long header field in a second packet', async () => {
    const response = await send('GET / HTTP/1.1\r\nhost: x\r\ncookie: ', `${'a'.repeat(60_000)}\r\n\r\n`)
    assertProblem(response, HTTP_ERRORS.header_too_large)
  })
})

describe('a request beyond the rate limit', () => {
  it('gets 429 with Retry-After, and requests to unknown paths also count', async () => {
    const limited = await makeApp({ environment: { QUESTIONS_RATE_LIMIT_MAX: '2' } })
    expect((await request('/api/v1/health', 'GET', limited)).status).toBe(200)
    assertProblem(await request('/nothing', 'GET', limited), HTTP_ERRORS.unknown_route)
    for (const [url, method] of [
      ['/api/v1/health', 'GET'],
      ['/api/v1/health', 'POST'],
      ['/nothing', 'GET'],
    ] as const) {
      const response = await request(url, method, limited)
      assertProblem(response, HTTP_ERRORS.too_many_requests)
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('still loads the files of the pages, so that the page of the error has its style', async () => {
    const limited = await makeApp({ environment: { QUESTIONS_RATE_LIMIT_MAX: '1' } })
    await request('/api/v1/health', 'GET', limited)
    expect((await request('/nothing', 'GET', limited)).status).toBe(429)
    for (const path of [
      '/site.css',
      '/figtree.woff2',
      '/quiz/',
      '/redoc/page.css',
      '/docs/static/swagger-ui.css',
    ])
      expect((await request(path, 'GET', limited)).status, path).toBe(200)
  })
})

describe('GET of a category whose dataset has never been valid', () => {
  it('responds with 500 without the cause, and logs nothing, because the scan has logged it', async () => {
    const { lines, logger } = captureLog()
    const logged = await makeApp({ logger })
    const response = await request('/api/v1/questions/broken', 'GET', logged)
    expect(assertProblem(response, QUESTIONS_ERRORS.dataset_unavailable).detail).toContain('/api/v1/health')
    expect(response.body).not.toMatch(/csv|column|correct_answer/)
    expect(lines).toEqual([])
  })
})

describe('a defect', () => {
  it('results in 500, and only the log contains the cause', async () => {
    const { lines, logger } = captureLog()
    const run = () => {
      throw new TypeError('SECRET')
    }
    const operations = OPERATIONS.map((operation) => ({ ...operation, run })) as typeof OPERATIONS
    const response = await request('/api/v1/health', 'GET', await makeApp({ logger, operations }))
    const problem = assertProblem(response, HTTP_ERRORS.internal)
    expect(response.body).not.toContain('SECRET')
    const requestId = /request id (\S+)\.$/.exec(problem.detail)?.[1]
    expect(lines).toMatchObject([{ reqId: requestId, path: '/api/v1/health', err: { message: 'SECRET' } }])
  })
})

describe('HEAD', () => {
  it.each([
    '/api/v1/questions/stars?seed=x',
    '/api/v1/health',
    '/errors',
    '/docs',
    '/redoc',
    '/quiz/',
    '/openapi.json',
  ])('of %s responds like GET, without a body', async (url) => {
    const [head, get] = [await request(url, 'HEAD'), await request(url)]
    expect(head.status).toBe(get.status)
    expect(head.body).toBe('')
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })
})

describe('every error response', () => {
  it('allows scripts of every origin to read it, and forbids storing and content sniffing', async () => {
    for (const url of ['/nothing', '/api/v1/questions/nothing', '/api/v1/health?x=1', '/%zz']) {
      expect((await request(url)).headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
    }
  })
})
