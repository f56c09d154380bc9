// The service around its operations: header fields, config, and the log.
import { CONFIG_ERRORS, type Service } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { captureLog, makeApp } from './testing.ts'

describe('a JSON response', () => {
  it('has header fields against sniffing, and for scripts of any origin', async () => {
    const app = await makeApp()
    for (const url of ['/api/v1/questions/stars', '/api/v1/questions/stars/random', '/api/v1/health']) {
      expect((await app.inject(url)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringMatching(/ETag.*Link.*Retry-After.*RateLimit-/),
      })
    }
  })

  it('with a new seed is not stored', async () => {
    const app = await makeApp()
    for (const url of ['/api/v1/questions/stars', '/api/v1/questions/stars/random']) {
      expect((await app.inject(url)).headers['cache-control']).toBe('no-store')
    }
  })
})

describe('a preflight', () => {
  it('gets a response on every path', async () => {
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
  it('is the only origin that may read responses', async () => {
    const app = await makeApp({ environment: { QUESTIONS_CORS_ORIGIN: 'https://quiz.example' } })
    for (const url of ['/api/v1/questions/stars', '/nothing', '/%zz']) {
      expect((await app.inject(url)).headers['access-control-allow-origin']).toBe('https://quiz.example')
    }
  })

  it.each(['ж', 'quiz.example', 'https://a b', '*\r\nx: y'])('must not be %j', async (origin) => {
    await expect(makeApp({ environment: { QUESTIONS_CORS_ORIGIN: origin } })).rejects.toMatchObject({
      code: CONFIG_ERRORS.invalid.code,
    })
  })
})

describe('TRUST_PROXY', () => {
  const statusFor = async (app: Service, forwarded: string) =>
    (await app.inject({ url: '/api/v1/health', headers: { 'x-forwarded-for': forwarded } })).statusCode

  it('counts clients by the last address in X-Forwarded-For, whatever the others are', async () => {
    const app = await makeApp({ environment: { TRUST_PROXY: 'true', QUESTIONS_RATE_LIMIT_MAX: '1' } })
    expect(await statusFor(app, '6.6.6.1, 10.0.0.1')).toBe(200)
    expect(await statusFor(app, '6.6.6.2, 10.0.0.1')).toBe(429)
    expect(await statusFor(app, '10.0.0.2')).toBe(200)
  })

  it('is off by default', async () => {
    const app = await makeApp({ environment: { QUESTIONS_RATE_LIMIT_MAX: '1' } })
    expect(await statusFor(app, '10.0.0.1')).toBe(200)
    expect(await statusFor(app, '10.0.0.2')).toBe(429)
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

  it('is off by default', async () => {
    const { lines, logger } = captureLog()
    await (await makeApp({ logger })).inject('/api/v1/questions/stars')
    expect(lines).toEqual([])
  })
})

describe('an HTML page', () => {
  it.each(['/', '/docs', '/redoc'])(
    '%s must not load anything from other origins, and must not be framed',
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
