import { AppError } from '@qb/core/errors'
import { afterEach, describe, expect, it } from 'vitest'
import { exchange } from '../connection/testing.ts'
import { closeApp } from '../lifecycle/drain.ts'
import type { Guard } from '../operation/route.ts'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import type { Service } from '../service.ts'
import { assertProblem, listenOnFreePort, makeOperation, makeService } from '../testing.ts'
import { countFailedAuthentication } from './rate-limit.ts'

const MAX = 3
let app: Service
afterEach(() => closeApp(app, 0))

async function start(trustProxy: boolean): Promise<void> {
  app = await makeService({ rateLimit: { max: MAX }, trustProxy })
  await listenOnFreePort(app)
}

const send = (bytes: string) => exchange(app, bytes)

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])

describe('the rate limit', () => {
  const TAIL = 'HTTP/1.1\r\nhost: x\r\nconnection: close\r\n'
  it.each([
    ['to a path that cannot be decoded', 400, `GET /%ff ${TAIL}\r\n`],
    ['to an unknown path', 404, `GET /nothing ${TAIL}\r\n`],
    ['with a wrong method', 405, `POST / ${TAIL}\r\n`],
    ['for a tunnel', 405, `CONNECT x:1 ${TAIL}\r\n`],
    ['with an expectation', 417, `GET / ${TAIL}expect: x\r\n\r\n`],
    ['with a long URL', 414, `GET /${'x'.repeat(9000)} ${TAIL}\r\n`],
    ['with large header fields', 431, `GET / ${TAIL}x: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['without a host', 400, 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['that is not HTTP', 400, 'nonsense\r\n\r\n'],
  ])('counts a request %s', async (_name, status, bytes) => {
    await start(false)
    for (let request = 0; request < MAX; request++) expect(statusOf(await send(bytes))).toBe(status)
    const rejected = await send(bytes)
    expect(statusOf(rejected)).toBe(429)
    expect(rejected).toMatch(/^retry-after: (60|59)\r$/m)
    expect(rejected).toContain('"status":429')
    expect(statusOf(await send(`GET / ${TAIL}\r\n`))).toBe(429)
  })

  it('does not count requests to an operation without a limit', async () => {
    const operations = [
      makeOperation({ isLimited: false }),
      makeOperation({ id: 'limited', path: '/limited' }),
    ]
    app = await makeService({ rateLimit: { max: MAX }, operations })
    const statuses = async (url: string) => {
      const responses = await Promise.all(Array.from({ length: 2 * MAX }, () => app.inject(url)))
      return responses.map(({ statusCode }) => statusCode)
    }
    expect(await statuses('/test')).toEqual(Array(2 * MAX).fill(200))
    expect(await statuses('/limited')).toEqual([...Array(MAX).fill(200), ...Array(MAX).fill(429)])
    expect(await statuses('/test')).toEqual(Array(2 * MAX).fill(200))
  })

  it('counts by the forwarded address behind a proxy', async () => {
    await start(true)
    const from = (address: string) => `x-forwarded-for: 198.51.100.1, ${address}\r\n`
    const tail = `HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`
    const client = '203.0.113.7'
    expect(statusOf(await send(`GET /%ff ${tail}${from(`${client}:1234`)}\r\n`))).toBe(400)
    expect(statusOf(await send(`GET / ${tail}${from(`::ffff:${client}`)}expect: x\r\n\r\n`))).toBe(417)
    expect(statusOf(await send(`CONNECT x:1 ${tail}${from(client)}\r\n`))).toBe(405)
    expect(statusOf(await send(`GET / ${tail}${from(client)}\r\n`))).toBe(429)
    expect(statusOf(await send(`GET / ${tail}${from('203.0.113.8')}\r\n`))).toBe(200)
  })

  it('does not count bytes of an unknown client behind a proxy', async () => {
    await start(true)
    for (let request = 0; request <= MAX; request++)
      expect(statusOf(await send('nonsense\r\n\r\n'))).toBe(400)
  })

  it.each([
    [
      'counts the addresses of a /64 network together',
      ['2001:db8::1', '2001:db8::2', '[2001:db8::3]:443', '2001:db8:0:0:1::'],
      429,
    ],
    [
      'counts the notations of an IPv4 address together',
      ['192.0.2.1', '192.0.2.1:80', '::ffff:192.0.2.1', '::ffff:c000:201'],
      429,
    ],
    [
      'counts each network separately',
      ['2001:db8::1', '2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1'],
      200,
    ],
  ])('%s', async (_name, addresses, last) => {
    app = await makeService({ rateLimit: { max: MAX }, trustProxy: true })
    const statuses: number[] = []
    for (const address of addresses) {
      statuses.push((await app.inject({ url: '/', headers: { 'x-forwarded-for': address } })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, last])
  })

  it('keeps an address blocked when many other addresses send requests', async () => {
    app = await makeService({ rateLimit: { max: MAX }, trustProxy: true })
    const request = (address: string) =>
      app.inject({ url: '/nothing', headers: { 'x-forwarded-for': address } })
    for (let count = 0; count <= MAX; count++) await request('192.0.2.1')
    for (let other = 0; other < 6000; other++) await request(`198.18.${other >> 8}.${other & 255}`)
    expect((await request('192.0.2.1')).statusCode).toBe(429)
  })
})

/** Starts a service with a public operation, and with one that a guard protects. */
async function startGuarded(max: number, guard: Guard): Promise<void> {
  app = await makeService({
    rateLimit: { max },
    trustProxy: true,
    operations: [
      makeOperation({ id: 'public', path: '/public' }),
      makeOperation({ id: 'closed', path: '/closed', access: 'read' }),
    ],
    authorization: { security: [], guard: () => guard },
  })
}

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers: { 'x-forwarded-for': '192.0.2.1', ...headers } })
  return {
    status: response.statusCode,
    contentType: String(response.headers['content-type']),
    body: response.body,
    headers: response.headers,
  }
}

describe('a response', () => {
  it('has the header fields of the rate limit', async () => {
    await startGuarded(2, async () => undefined)
    const expected = { 'ratelimit-limit': '2', 'ratelimit-reset': expect.stringMatching(/^(60|59)$/) }
    expect((await get('/public')).headers).toMatchObject({ ...expected, 'ratelimit-remaining': '1' })
    expect((await get('/public')).headers).toMatchObject({ ...expected, 'ratelimit-remaining': '0' })
    const rejected = await get('/public')
    expect(rejected.status).toBe(429)
    expect(rejected.headers).toMatchObject({
      ...expected,
      'ratelimit-remaining': '0',
      'retry-after': expected['ratelimit-reset'],
    })
  })

  it('has no header fields of the rate limit without a limit', async () => {
    await startGuarded(0, async () => undefined)
    for (let request = 0; request < 3; request++) {
      expect((await get('/nothing')).status).toBe(404)
      const { status, headers } = await get('/public')
      expect(status).toBe(200)
      expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
    }
  })

  it.each([
    ['/public', 1, 'at most 1 request a minute; try again in'],
    ['/public', 2, 'at most 2 requests a minute; try again in'],
    ['/nothing', 1, 'at most 1 request a minute; try again in'],
    ['/nothing', 2, 'at most 2 requests a minute; try again in'],
  ])('to too many requests to %s names the limit of %d', async (url, max, fragment) => {
    await startGuarded(max, async () => undefined)
    for (let request = 0; request < max; request++) await get(url)
    expect(assertProblem(await get(url), HTTP_ERRORS.too_many_requests).detail).toMatch(
      new RegExp(`${fragment} \\d+ seconds$`),
    )
  })
})

describe('the rate limit of an authenticated caller', () => {
  const identify: Guard = async (request) => {
    request.callerId = String(request.headers.caller)
  }

  it('does not depend on the address', async () => {
    await startGuarded(1, identify)
    expect((await get('/closed', { caller: 'a' })).status).toBe(200)
    expect((await get('/closed', { caller: 'b' })).status).toBe(200)
    expect((await get('/closed', { caller: 'a', 'x-forwarded-for': '192.0.2.2' })).status).toBe(429)
  })

  it('is separate from that of an address', async () => {
    await startGuarded(1, identify)
    expect((await get('/closed', { caller: '192.0.2.1' })).status).toBe(200)
    expect((await get('/public')).status).toBe(200)
    expect((await get('/public')).status).toBe(429)
  })
})

describe('failed authentications', () => {
  const rejectAll =
    (max: number): Guard =>
    async (request) => {
      countFailedAuthentication(request, max)
      throw new AppError(HTTP_ERRORS.unauthenticated, 'expected an API key, got none')
    }

  it.each([
    [1, 'at most 1 failed authentication a minute; try again in'],
    [2, 'at most 2 failed authentications a minute; try again in'],
  ])('of one address are limited to %d', async (max, fragment) => {
    await startGuarded(0, rejectAll(max))
    for (let request = 0; request < max; request++) {
      assertProblem(await get('/closed'), HTTP_ERRORS.unauthenticated)
    }
    const rejected = await get('/closed')
    expect(assertProblem(rejected, HTTP_ERRORS.too_many_requests).detail).toContain(fragment)
    expect(rejected.headers['retry-after']).toMatch(/^(60|59)$/)
  })

  it('are counted for each network and separately from requests', async () => {
    await startGuarded(1, rejectAll(1))
    const from = (address: string) => get('/closed', { 'x-forwarded-for': address })
    expect((await from('2001:db8::1')).status).toBe(401)
    expect((await from('2001:db8::2')).status).toBe(429)
    expect((await from('2001:db8:0:1::1')).status).toBe(401)
    expect((await get('/public', { 'x-forwarded-for': '2001:db8::1' })).status).toBe(200)
  })
})
