import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { closeApp } from '../lifecycle/drain.ts'
import type { Service } from '../service.ts'
import { listenOnFreePort, makeService, openConnection } from '../testing.ts'

const MAX = 3
let app: Service
afterEach(() => closeApp(app, 0))

async function start(trustProxy: boolean): Promise<void> {
  app = await makeService({ rateLimit: { max: MAX }, trustProxy })
  await listenOnFreePort(app)
}

/** Sends a request on a new connection and returns the response. */
async function send(bytes: string): Promise<string> {
  const { client, received } = await openConnection(app)
  client.on('end', () => client.end())
  const closed = once(client, 'close')
  client.write(bytes)
  await closed
  return received()
}

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
