// What surrounds the operations: headers, settings that change how the service meets its clients, its log.
import { Writable } from 'node:stream'
import { createLogger, type Service } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { makeApp } from './testing.ts'

/** A logger, and the lines it wrote. */
function captureLog() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, logger: createLogger('test', 'info', stream) }
}

describe('a JSON answer', () => {
  it('is never sniffed, and read by scripts of any origin, with the headers they may see', async () => {
    const app = await makeApp()
    for (const url of ['/api/v1/questions/stars', '/api/v1/questions/stars/random', '/api/v1/health']) {
      expect((await app.inject(url)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringMatching(/ETag.*Link.*Retry-After.*RateLimit-/),
      })
    }
  })

  it('that drew its own seed is never stored', async () => {
    const app = await makeApp()
    for (const url of ['/api/v1/questions/stars', '/api/v1/questions/stars/random']) {
      expect((await app.inject(url)).headers['cache-control']).toBe('no-store')
    }
  })
})

describe('a preflight', () => {
  it('is answered on every path', async () => {
    const app = await makeApp()
    const headers = { origin: 'https://quiz.example', 'access-control-request-method': 'GET' }
    for (const url of ['/api/v1/questions/stars', '/nothing']) {
      const answer = await app.inject({ method: 'OPTIONS', url, headers })
      expect(answer.statusCode).toBe(204)
      expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
    }
    expect((await app.inject({ method: 'OPTIONS', url: '/api/v1/health' })).statusCode).toBe(204)
  })
})

describe('QUESTIONS_CORS_ORIGIN', () => {
  it('names the one origin that may read', async () => {
    const app = await makeApp({ environment: { QUESTIONS_CORS_ORIGIN: 'https://quiz.example' } })
    for (const url of ['/api/v1/questions/stars', '/nothing', '/%zz']) {
      expect((await app.inject(url)).headers['access-control-allow-origin']).toBe('https://quiz.example')
    }
  })

  it.each(['ж', 'quiz.example', 'https://a b', '*\r\nx: y'])('may not be %j', async (origin) => {
    await expect(makeApp({ environment: { QUESTIONS_CORS_ORIGIN: origin } })).rejects.toMatchObject({
      code: 'invalid_settings',
    })
  })
})

describe('TRUST_PROXY', () => {
  const askAs = async (app: Service, forwarded: string) =>
    (await app.inject({ url: '/api/v1/health', headers: { 'x-forwarded-for': forwarded } })).statusCode

  it('counts clients by the address that the nearest proxy saw, whatever they claim further left', async () => {
    const app = await makeApp({ environment: { TRUST_PROXY: 'true', QUESTIONS_RATE_LIMIT_MAX: '1' } })
    expect(await askAs(app, '6.6.6.1, 10.0.0.1')).toBe(200)
    expect(await askAs(app, '6.6.6.2, 10.0.0.1')).toBe(429)
    expect(await askAs(app, '10.0.0.2')).toBe(200)
  })

  it('is off when left out', async () => {
    const app = await makeApp({ environment: { QUESTIONS_RATE_LIMIT_MAX: '1' } })
    expect(await askAs(app, '10.0.0.1')).toBe(200)
    expect(await askAs(app, '10.0.0.2')).toBe(429)
  })
})

describe('LOG_REQUESTS', () => {
  it('writes one line per request, without its query', async () => {
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

  it('is off when left out', async () => {
    const { lines, logger } = captureLog()
    await (await makeApp({ logger })).inject('/api/v1/questions/stars')
    expect(lines).toEqual([])
  })
})

describe('a page for people', () => {
  it.each(['/', '/docs', '/redoc'])(
    '%s may load nothing from elsewhere and be framed by nobody',
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
