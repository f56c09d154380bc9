import { describe, expect, it } from 'vitest'
import { type AllowedOrigin, createCorsHeaders, parseOrigins } from './cors.ts'
import { makeOperation, makeService } from './testing.ts'

const ORIGIN = 'https://a.example'
const EXPOSED = 'ETag, Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id'

async function send(
  corsOrigin: AllowedOrigin | undefined,
  method: 'GET' | 'OPTIONS',
  headers: Record<string, string> = {},
) {
  const app = await makeService({
    operations: [makeOperation({})],
    ...(corsOrigin !== undefined && { corsOrigin }),
  })
  return app.inject({ method, url: '/test', headers: { origin: ORIGIN, ...headers } })
}

describe('a response', () => {
  it.each([ORIGIN, '*'])('can be read by scripts of the allowed origin %s', async (origin) => {
    const { headers } = await send(origin, 'GET')
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('names the allowed origin to scripts of every origin', async () => {
    const { headers } = await send(ORIGIN, 'GET', { origin: 'https://b.example' })
    expect(headers['access-control-allow-origin']).toBe(ORIGIN)
  })

  it.each([
    [ORIGIN, ORIGIN],
    ['https://b.example', 'https://b.example'],
    ['https://c.example', undefined],
    ['https://a.example:444', undefined],
  ])('with a list of origins depends on the origin %s', async (origin, allowed) => {
    const { headers } = await send([ORIGIN, 'https://b.example'], 'GET', { origin })
    expect(headers['access-control-allow-origin']).toBe(allowed)
    expect(headers.vary).toBe('Origin')
  })

  it('has no CORS header fields without an allowed origin', async () => {
    const { headers } = await send(undefined, 'GET')
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('a preflight request', () => {
  const PREFLIGHT = { 'access-control-request-method': 'GET' }

  it('gets the methods that scripts can use, for a day', async () => {
    const { statusCode, headers } = await send(ORIGIN, 'OPTIONS', PREFLIGHT)
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-max-age': '86400',
    })
  })

  it('is accepted without the header fields of a preflight request', async () => {
    expect((await send(ORIGIN, 'OPTIONS')).statusCode).toBe(204)
  })

  it('gets 405 without an allowed origin', async () => {
    expect((await send(undefined, 'OPTIONS', PREFLIGHT)).statusCode).toBe(405)
  })
})

describe('corsHeaders', () => {
  const LIST = [ORIGIN, 'https://b.example']
  const exposed = { 'access-control-expose-headers': EXPOSED }

  it.each([
    ['no origin', undefined, ORIGIN, {}],
    ['one origin', ORIGIN, undefined, { 'access-control-allow-origin': ORIGIN, ...exposed }],
    ['every origin', '*', ORIGIN, { 'access-control-allow-origin': '*', ...exposed }],
    ['a list', LIST, ORIGIN, { vary: 'Origin', 'access-control-allow-origin': ORIGIN, ...exposed }],
    ['a list without the origin', LIST, 'https://c.example', { vary: 'Origin' }],
    ['a list and an unknown origin', LIST, undefined, { vary: 'Origin' }],
  ])('returns the header fields for %s', (_name, allowed, requestOrigin, headers) => {
    expect(createCorsHeaders(allowed)(requestOrigin)).toEqual(headers)
  })
})

describe('parseOrigins', () => {
  it.each([
    ['*', '*'],
    [' * ', '*'],
    ['https://a.example', 'https://a.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://a.example/', 'https://a.example'],
    ['HTTPS://A.Example', 'https://a.example'],
    ['https://a.example:443', 'https://a.example'],
    ['https://a.example, https://b.example/', ['https://a.example', 'https://b.example']],
    ['https://a.example,https://A.example', 'https://a.example'],
  ])('reads %j as %j', (text, origins) => {
    expect(parseOrigins(text)).toEqual(origins)
  })

  it.each([
    '',
    ',',
    'a.example',
    'ftp://a.example',
    'xhttps://a.example',
    'https://',
    'https://a.example/path',
    'https://a.example?query',
    'https://a.example#fragment',
    'https://user@a.example',
    'https://a.example b',
    'https://ä.example',
    'https://aä.example',
    'https://a.example:99999',
    'https://a.example,',
    'https://a.example,*',
    'https://*.example',
    'https://a.example:*',
    'https://a.example,b',
  ])('rejects %j', (text) => {
    expect(parseOrigins(text)).toBeUndefined()
  })
})
