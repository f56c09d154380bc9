// Tests the timeouts. Clients do not close their side, so a connection ends only when the service closes it.
import { once } from 'node:events'
import { Type } from '@sinclair/typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { closeApp } from '../lifecycle/drain.ts'
import type { Result } from '../operation/operation.ts'
import type { Service } from '../service.ts'
import { TIMEOUTS } from '../service.ts'
import { listenOnFreePort, makeOperation, makeService, openConnection } from '../testing.ts'

/** Longer than the duration of any test. */
const NEVER_MS = 3_600_000
const NEVER = {
  headersMs: NEVER_MS,
  requestMs: NEVER_MS,
  keepAliveMs: NEVER_MS,
  stalledMs: NEVER_MS,
  lingerMs: NEVER_MS,
  checkMs: 10,
}
const LARGE = 'x'.repeat(1_000_000)

let app: Service
async function start(timeouts: object): Promise<void> {
  app = await makeService({
    timeouts: { ...NEVER, ...timeouts },
    maxBodyBytes: 1000,
    operations: [
      makeOperation({ path: '/large', run: () => toTextResult(LARGE) }),
      makeOperation({ path: '/never', run: () => new Promise(() => undefined) }),
      makeOperation({
        path: '/body',
        method: 'POST',
        input: { body: Type.Object({}) },
        run: () => toTextResult('ok'),
      }),
    ],
  })
  await listenOnFreePort(app)
}
const toTextResult = (text: string): Result<never> => ({
  cache: 'none',
  content: { text, mediaType: 'text/plain' },
})

afterEach(async () => {
  // The test of the defaults starts no service.
  if (app) await closeApp(app, 0)
})

/**
 * Sends bytes and waits until the service has closed the connection. Returns what the client has received.
 */
async function sendUntilClosed(bytes: string, readsResponse = true): Promise<string> {
  const { client, accepted, received } = await openConnection(app)
  const closed = once(accepted, 'close')
  // A reset, which is an event `error`, ends the connection too.
  const readToEnd =
    readsResponse &&
    new Promise((resolve) => ['end', 'close', 'error'].map((name) => client.once(name, resolve)))
  if (!readsResponse) client.pause()
  if (bytes !== '') client.write(bytes)
  await Promise.all([closed, readToEnd])
  client.destroy()
  return received()
}

const HEAD = 'GET / HTTP/1.1\r\nhost: x\r\n'

describe('a client that does not complete a request in time', () => {
  it.each([
    ['it sends nothing', '', { headersMs: 50, requestMs: 60 }],
    ['the header fields never end', HEAD, { headersMs: 50, requestMs: 60 }],
    [
      'the header fields of a second request never end',
      `${HEAD}\r\n${HEAD}`,
      { headersMs: 50, requestMs: 60 },
    ],
    [
      'the body never ends',
      'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
      { headersMs: 50, requestMs: 60 },
    ],
  ])('gets 408 and is disconnected when %s', async (_name, bytes, timeouts) => {
    await start({ ...timeouts, lingerMs: 50 })
    expect(await sendUntilClosed(bytes)).toMatch(/HTTP\/1\.1 408 .*"status":408/s)
  })
})

describe('a client that does not close its side', () => {
  it.each([
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n', 405],
    ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
    ['an unknown expectation', `${HEAD}expect: x\r\n\r\n`, 417],
    ['header fields that are too large', `${HEAD}x: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['a request that closes the connection', `${HEAD}connection: close\r\n\r\n`, 200],
  ])('is disconnected after %s', async (_name, bytes, status) => {
    await start({ lingerMs: 50 })
    expect(await sendUntilClosed(bytes)).toContain(`HTTP/1.1 ${status} `)
  })

  it('is disconnected when it sends no further request', async () => {
    await start({ keepAliveMs: 10 })
    expect(await sendUntilClosed(`${HEAD}\r\n`)).toContain('HTTP/1.1 200 ')
  })

  it('is disconnected when it does not read the response', async () => {
    await start({ stalledMs: 100 })
    await sendUntilClosed('GET /large HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20), false)
  })

  it('is disconnected when the operation never completes', async () => {
    await start({ stalledMs: 100 })
    await sendUntilClosed('GET /never HTTP/1.1\r\nhost: x\r\n\r\n')
  })

  it('is disconnected on shutdown', async () => {
    await start({})
    const { accepted, client } = await openConnection(app)
    const responded = once(client, 'data')
    client.write('CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n')
    await responded
    await Promise.all([once(accepted, 'close'), closeApp(app, 0)])
  })
})

describe('a client that closes its side after an error response', () => {
  it('is disconnected immediately', async () => {
    await start({})
    const { client, accepted } = await openConnection(app)
    const closed = once(accepted, 'close')
    client.on('end', () => client.end())
    client.write('CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n')
    await closed
  })
})

describe('the default timeouts', () => {
  it('are in ascending order, and keep idle connections for longer than a proxy does', () => {
    expect(TIMEOUTS.headersMs).toBeLessThanOrEqual(TIMEOUTS.requestMs)
    expect(TIMEOUTS.requestMs).toBeLessThan(TIMEOUTS.stalledMs)
    expect(TIMEOUTS.keepAliveMs).toBeGreaterThan(60_000)
  })
})
