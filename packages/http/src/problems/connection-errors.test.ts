import { once } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exchange, parseResponse } from '../connection/testing.ts'
import { closeApp } from '../lifecycle/drain.ts'
import type { Service } from '../service.ts'
import {
  assertProblem,
  listenOnFreePort,
  makeService,
  openConnection,
  PROBLEM_FORMAT,
  type RawConnection,
} from '../testing.ts'
import { HTTP_ERRORS } from './http-errors.ts'

const CONNECT = 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n'
const EXPECT = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: 200-ok\r\n\r\n'
const NONSENSE = 'nonsense\r\n\r\n'

let app: Service
afterEach(() => closeApp(app, 0))

async function start(options: Parameters<typeof makeService>[0] = {}): Promise<void> {
  app = await makeService(options)
  await listenOnFreePort(app)
}

/** Resets a connection and waits until the service has closed its end. */
async function reset({ client, accepted }: Pick<RawConnection, 'client' | 'accepted'>): Promise<void> {
  const closed = new Promise<void>((resolve) => accepted.once('close', () => resolve()))
  client.resetAndDestroy()
  await closed
}

describe('an error response without a request', () => {
  it.each([
    ['a line break at the end of a key', 'x-api-key: qb_a_b\n', 'line break'],
    ['a line break in a key', 'x-api-key: qb_a\n_b', 'at the end of an API key'],
    ['a carriage return at the end of a token', 'authorization: Bearer x\r', 'line break'],
    ['a control character in a key', 'x-api-key: a\x01b', 'control characters'],
  ])('names %s', async (_name, field, fragment) => {
    await start()
    const response = parseResponse(await exchange(app, `GET / HTTP/1.1\r\nhost: x\r\n${field}\r\n\r\n`))
    const { detail } = assertProblem(response, HTTP_ERRORS.malformed_request)
    expect(detail).toContain(fragment)
    expect(detail).not.toContain('qb_a')
  })

  it.each([
    ['CONNECT', CONNECT, HTTP_ERRORS.method_not_allowed, '405 Method Not Allowed', 'got CONNECT'],
    [
      'an unknown expectation',
      EXPECT,
      HTTP_ERRORS.expectation_failed,
      '417 Expectation Failed',
      'got 200-ok',
    ],
    ['bytes that are not HTTP', NONSENSE, HTTP_ERRORS.malformed_request, '400 Bad Request', 'HTTP/1.1'],
  ])('to %s is complete problem details', async (_name, bytes, definition, statusLine, fragment) => {
    await start()
    const response = parseResponse(await exchange(app, bytes))
    expect(response.statusLine).toBe(`HTTP/1.1 ${statusLine}`)
    expect(assertProblem(response, definition).detail).toContain(fragment)
    expect(response.headers).toMatchObject({
      'content-length': String(Buffer.byteLength(response.body)),
      connection: 'close',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers).not.toHaveProperty('retry-after')
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it.each([
    ['CONNECT', CONNECT],
    ['an unknown expectation', EXPECT],
    ['bytes that are not HTTP', NONSENSE],
  ])('to %s can be read by scripts of the allowed origin', async (_name, bytes) => {
    await start({ corsOrigin: 'https://a.example' })
    expect(parseResponse(await exchange(app, bytes)).headers).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-expose-headers': expect.stringMatching(/^ETag, .*Retry-After/),
    })
  })

  it('to CONNECT lists the methods of a service', async () => {
    await start({ rateLimit: { max: 1 } })
    expect(parseResponse(await exchange(app, CONNECT)).headers.allow).toBe('GET, HEAD, OPTIONS')
    const limited = parseResponse(await exchange(app, CONNECT))
    assertProblem(limited, HTTP_ERRORS.too_many_requests)
    expect(limited.headers).not.toHaveProperty('allow')
    expect(limited.headers['retry-after']).toMatch(/^\d+$/)
  })

  it('counts the bytes of the body, and not its characters', async () => {
    await start({ errorFormat: { ...PROBLEM_FORMAT, render: () => ['größer'] } })
    const { headers, body } = parseResponse(await exchange(app, NONSENSE))
    expect(headers['content-length']).toBe('13')
    expect(Buffer.from(body, 'latin1').toString()).toBe('["größer"]\n')
  })
})

describe('a timeout', () => {
  it('does not count as a request', async () => {
    await start({
      rateLimit: { max: 1 },
      timeouts: { headersMs: 20, requestMs: 30, checkMs: 10, lingerMs: 20 },
    })
    for (let attempt = 0; attempt < 3; attempt++) {
      const { client, received } = await openConnection(app)
      client.on('end', () => client.end())
      await once(client, 'close')
      assertProblem(parseResponse(received()), HTTP_ERRORS.request_timeout)
    }
  })
})

describe('a connection after its error response', () => {
  it('ignores further bytes', async () => {
    await start({ timeouts: { lingerMs: 3_600_000 } })
    const { client, accepted, received } = await openConnection(app)
    const ended = once(client, 'end')
    client.write(NONSENSE)
    await ended
    const response = received()
    const read = accepted.bytesRead
    client.write(NONSENSE)
    await vi.waitFor(() => expect(accepted.bytesRead).toBeGreaterThan(read))
    expect(accepted.destroyed).toBe(false)
    const closed = once(accepted, 'close')
    client.end()
    await closed
    expect(received()).toBe(response)
  })

  it.each([
    ['CONNECT', CONNECT],
    ['bytes that are not HTTP', NONSENSE],
  ])('to %s is destroyed when the client resets it', async (_name, bytes) => {
    await start({ timeouts: { lingerMs: 3_600_000 } })
    const { client, accepted } = await openConnection(app)
    const ended = once(client, 'end')
    client.write(bytes)
    await ended
    await reset({ client, accepted })
    expect((await app.inject('/')).statusCode).toBe(200)
  })
})

describe('a connection that the client resets', () => {
  it.each([
    ['before a request', ''],
    ['within a request', 'GET / HTTP/1.1\r\nhost:'],
  ])('%s is destroyed without a response, and not counted', async (_name, bytes) => {
    const render = vi.fn(PROBLEM_FORMAT.render)
    await start({ rateLimit: { max: 1 }, errorFormat: { ...PROBLEM_FORMAT, render } })
    const { client, accepted } = await openConnection(app)
    if (bytes !== '') {
      client.write(bytes)
      await vi.waitFor(() => expect(accepted.bytesRead).toBe(bytes.length))
    }
    await reset({ client, accepted })
    expect(render).not.toHaveBeenCalled()
    assertProblem(parseResponse(await exchange(app, NONSENSE)), HTTP_ERRORS.malformed_request)
  })
})
