// Every way to fail answers in one shape (RFC 9457), those that never reach a route included.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { createLogger } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeApp } from './testing.ts'

let app: Awaited<ReturnType<typeof makeApp>>
let port: number
beforeAll(async () => {
  app = await makeApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

type Method = 'GET' | 'HEAD' | 'POST' | 'OPTIONS'

async function ask(url: string, method: Method = 'GET', of = app) {
  const response = await of.inject({ url, method })
  return {
    status: response.statusCode,
    contentType: response.headers['content-type'] as string | undefined,
    body: response.body,
    headers: response.headers,
  }
}

/** Sends bytes as they are, each text as a packet of its own, and reads until the server closes the connection. */
async function send(...packets: readonly string[]) {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => undefined)
  socket.setNoDelay(true)
  for (const packet of packets) {
    socket.write(packet)
    await new Promise((next) => setTimeout(next, 20))
  }
  if (!socket.closed) await once(socket, 'close')
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]),
  )
  return { status: Number(statusLine.split(' ')[1]), contentType: headers['content-type'], body, headers }
}

describe('404', () => {
  it.each([
    ['an unknown category', '/api/v1/questions/nothing'],
    ['a category in upper case', '/api/v1/questions/Stars'],
    ['__proto__', '/api/v1/questions/__proto__'],
    ['constructor', '/api/v1/questions/constructor/random'],
    ['..%2F', '/api/v1/questions/..%2F'],
    ['a path out of the folder', '/api/v1/questions/..%2F..%2Fpackage.json'],
    ['a NUL', '/api/v1/questions/%00'],
    ['an empty segment', '/api/v1/questions/'],
    ['an empty segment before random', '/api/v1/questions//random'],
    ['a very long category', `/api/v1/questions/${'x'.repeat(4000)}`],
  ])('for %s lists the known categories', async (_about, url) => {
    const problem = assertProblem(await ask(url), 'unknown_category')
    expect(problem.detail).toContain('expected one of: broken, plain, small_things, stars; got ')
  })

  it.each([
    '/nothing',
    '/api/v1',
    '/api/v1/questions',
    '/api/v2/questions/stars',
    '/API/V1/HEALTH',
    '/docs/nothing',
  ])('for the unknown route %s', async (url) => {
    assertProblem(await ask(url), 'unknown_route')
  })

  it('for a dataset whose file is missing', async () => {
    const empty = await makeApp({ sheets: {} })
    const problem = assertProblem(await ask('/api/v1/questions/stars', 'GET', empty), 'unknown_category')
    expect(problem.detail).toBe('expected one of: none; got "stars"')
  })
})

describe('400', () => {
  it('names an unknown parameter and the known ones', async () => {
    const problem = assertProblem(await ask('/api/v1/questions/stars/random?cout=5'), 'invalid_parameters')
    expect(problem.errors).toEqual([
      {
        parameter: 'cout',
        message:
          'unknown parameter; expected any of: count, offset, seed, difficulty, topic, answers, shuffle_options',
      },
    ])
  })

  it('names the first 20 of thousands of unknown parameters', async () => {
    const url = `/api/v1/health?${Array.from({ length: 1500 }, (_, index) => `${index.toString(36)}=`).join('&')}`
    const problem = assertProblem(await ask(url), 'invalid_parameters')
    expect(problem.errors).toHaveLength(20)
    expect(problem.detail.length).toBeLessThan(2000)
  })

  it('names every wrong parameter, not only the first', async () => {
    const url = '/api/v1/questions/stars?limit=0&random=maybe&seed=&__proto__=1&hasOwnProperty=2&offset=x'
    const problem = assertProblem(await ask(url), 'invalid_parameters')
    expect(problem.errors?.map(({ parameter }) => parameter).toSorted()).toEqual([
      '__proto__',
      'hasOwnProperty',
      'limit',
      'offset',
      'random',
      'seed',
    ])
  })

  it('names twenty wrong parameters at most, so that a small request has no huge answer', async () => {
    const query = Array.from({ length: 1200 }, (_, number) => `k${number}`).join('&')
    const answer = await ask(`/api/v1/questions/stars?${query}`)
    expect(assertProblem(answer, 'invalid_parameters').errors).toHaveLength(20)
    expect(answer.body.length).toBeLessThan(10_000)
  })

  it('for a parameter where none is expected', async () => {
    assertProblem(await ask('/api/v1/health?verbose=1'), 'invalid_parameters')
  })

  it.each([
    '/%',
    '/%zz',
    '/api/v1/questions/%E0%A4%A',
    '/api/v1/questions/%ff',
    '/api/v1/questions/stars%c0%af',
  ])('for malformed percent-encoding in the path: %s', async (url) => {
    const answer = await ask(url)
    assertProblem(answer, 'malformed_url')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  it.each(['seed=%', 'seed=%zz', 'seed=%ff', 'seed=%ED%A0%80', '%E0%A4%A=1', 'seed=a%00%'])(
    'for malformed percent-encoding in the query: %s',
    async (query) => {
      assertProblem(await ask(`/api/v1/questions/stars?${query}`), 'malformed_url')
    },
  )

  it('for bytes in the query that should have been percent-encoded', async () => {
    const answer = await send(
      'GET /api/v1/questions/stars?seed=é HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    )
    assertProblem(answer, 'malformed_request')
  })

  it.each([
    ['no HTTP', 'GARBAGE\r\n\r\n'],
    ['no HTTP version', 'GET /\r\n\r\n'],
    ['a bad header', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['two lengths', 'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('for malformed HTTP: %s', async (_about, bytes) => {
    const answer = await send(bytes)
    assertProblem(answer, 'malformed_request')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })
})

describe('a path that is not there', () => {
  it.each(['{{{{', 'x'.repeat(2_000_000)])('is 404 before its body is looked at', async (payload) => {
    const response = await app.inject({
      method: 'POST',
      url: '/nothing',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    const contentType = String(response.headers['content-type'])
    assertProblem({ status: response.statusCode, contentType, body: response.body }, 'unknown_route')
  })
})

describe('what Node would answer by itself', () => {
  it('CONNECT is 405', async () => {
    assertProblem(await send('CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n'), 'method_not_allowed')
  })
  it('an expectation is 417', async () => {
    assertProblem(await send('GET / HTTP/1.1\r\nhost: x\r\nexpect: foo\r\n\r\n'), 'expectation_failed')
  })
})

describe('405', () => {
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
  ])('with Allow for %s %s', async (method, url) => {
    const answer = await ask(url, method as Method)
    assertProblem(answer, 'method_not_allowed')
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
  })

  it('before the body is looked at', async () => {
    const body = `{"a":${'1'.repeat(100)}`
    const head = `POST /api/v1/health HTTP/1.1\r\nhost: x\r\ncontent-type: text/nothing\r\nconnection: close`
    assertProblem(
      await send(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
      'method_not_allowed',
    )
  })

  it('is not for a path that no method has', async () => {
    assertProblem(await ask('/nothing', 'POST'), 'unknown_route')
  })
})

describe('414', () => {
  it.each([
    ['query', `/api/v1/questions/stars?seed=${'x'.repeat(9000)}`],
    ['path', `/api/v1/questions/${'x'.repeat(9000)}`],
    ['unknown path', `/${'x/'.repeat(5000)}`],
  ])('for a %s of more than 8192 bytes', async (_about, url) => {
    assertProblem(await ask(url), 'uri_too_long')
  })

  it('for one that is too long even for the HTTP parser', async () => {
    assertProblem(await send(`GET /${'x'.repeat(60_000)} HTTP/1.1\r\nhost: x\r\n\r\n`), 'uri_too_long')
  })

  it('is 431 when it is the header fields that are too long', async () => {
    assertProblem(
      await send(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(60_000)}\r\n\r\n`),
      'header_too_large',
    )
  })
})

describe('431', () => {
  it('is told from 414 also when the long header comes in a packet of its own', async () => {
    const answer = await send('GET / HTTP/1.1\r\nhost: x\r\ncookie: ', `${'a'.repeat(60_000)}\r\n\r\n`)
    assertProblem(answer, 'header_too_large')
  })
})

describe('429', () => {
  it('says when to come again, and counts unknown routes too', async () => {
    const limited = await makeApp({ environment: { QUESTIONS_RATE_LIMIT_MAX: '2' } })
    expect((await ask('/api/v1/health', 'GET', limited)).status).toBe(200)
    assertProblem(await ask('/nothing', 'GET', limited), 'unknown_route')
    for (const [url, method] of [
      ['/api/v1/health', 'GET'],
      ['/api/v1/health', 'POST'],
      ['/nothing', 'GET'],
    ] as const) {
      const answer = await ask(url, method, limited)
      assertProblem(answer, 'too_many_requests')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})

describe('500', () => {
  it('for a dataset that is invalid and was never loaded, with nothing of the inside', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const logged = await makeApp({ logger: createLogger('test', 'info', stream) })
    const answer = await ask('/api/v1/questions/broken', 'GET', logged)
    const problem = assertProblem(answer, 'dataset_unavailable')
    expect(answer.body).not.toMatch(/csv|column|correct_answer/)
    const requestId = /request id (\S+)\.$/.exec(problem.detail)?.[1]
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      reqId: requestId,
      path: '/api/v1/questions/broken',
      err: { message: expect.stringContaining('Refined_Broken_Questions.csv:1:1') },
    })
  })
})

describe('HEAD', () => {
  it.each(['/api/v1/questions/stars?seed=x', '/api/v1/health', '/', '/docs', '/redoc', '/openapi.json'])(
    'of %s answers as GET without the body',
    async (url) => {
      const [head, get] = [await ask(url, 'HEAD'), await ask(url)]
      expect(head.status).toBe(get.status)
      expect(head.body).toBe('')
      expect(head.headers['content-length']).toBe(get.headers['content-length'])
    },
  )
})

describe('every failure', () => {
  it('may be read by a browser of any origin, is never stored and never sniffed', async () => {
    for (const url of ['/nothing', '/api/v1/questions/nothing', '/api/v1/health?x=1', '/%zz']) {
      expect((await ask(url)).headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
    }
  })
})
