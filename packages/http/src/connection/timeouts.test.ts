// Tests of timeouts. Every client keeps its side open, so that a connection ends only when the service frees it.

import { once } from 'node:events'
import { Type } from '@sinclair/typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { closeApp } from '../lifecycle/drain.ts'
import type { Result } from '../operation/result.ts'
import type { Service } from '../service.ts'
import { listenOnFreePort, makeOperation, makeService, openConnection } from '../testing.ts'
import { TIMEOUTS } from './timeouts.ts'

/** Longer than any test takes. */
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
      makeOperation({ path: '/large', run: () => text(LARGE) }),
      makeOperation({ path: '/never', run: () => new Promise(() => undefined) }),
      makeOperation({
        path: '/body',
        method: 'POST',
        input: { body: Type.Object({}) },
        run: () => text('ok'),
      }),
    ],
  })
  await listenOnFreePort(app)
}
const text = (body: string): Result<never> => ({
  cache: 'none',
  content: { text: body, mediaType: 'text/plain' },
})

afterEach(() => closeApp(app, 0))

/** Sends bytes and waits until the service has freed the connection. */
async function sendUntilFreed(bytes: string, reads = true): Promise<string> {
  const { client, accepted, received } = await openConnection(app)
  const freed = once(accepted, 'close')
  const readToEnd = reads && Promise.race([once(client, 'end'), once(client, 'close')])
  if (!reads) client.pause()
  if (bytes !== '') client.write(bytes)
  await Promise.all([freed, readToEnd])
  client.destroy()
  return received()
}

const HEAD = 'GET / HTTP/1.1\r\nhost: x\r\n'

describe('a client that is late gets 408 and is disconnected', () => {
  it.each([
    ['nothing is sent', '', { headersMs: 50, requestMs: 60 }],
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
  ])('when %s', async (_about, bytes, timeouts) => {
    await start({ ...timeouts, lingerMs: 50 })
    expect(await sendUntilFreed(bytes)).toMatch(/HTTP\/1\.1 408 .*"status":408/s)
  })
})

describe('a client that does not close its side is disconnected', () => {
  it.each([
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n', 405],
    ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
    ['an unknown expectation', `${HEAD}expect: x\r\n\r\n`, 417],
    ['header fields that are too large', `${HEAD}x: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['a request that closes the connection', `${HEAD}connection: close\r\n\r\n`, 200],
  ])('after %s', async (_about, bytes, status) => {
    await start({ lingerMs: 50 })
    expect(await sendUntilFreed(bytes)).toContain(`HTTP/1.1 ${status} `)
  })

  it('when it sends no further request', async () => {
    await start({ keepAliveMs: 10 })
    expect(await sendUntilFreed(`${HEAD}\r\n`)).toContain('HTTP/1.1 200 ')
  })

  it('when it does not read a response', async () => {
    await start({ stalledMs: 100 })
    await sendUntilFreed('GET /large HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20), false)
  })

  it('when it waits for a response that never comes', async () => {
    await start({ stalledMs: 100 })
    await sendUntilFreed('GET /never HTTP/1.1\r\nhost: x\r\n\r\n')
  })

  it('when the process ends', async () => {
    await start({})
    const { accepted, client } = await openConnection(app)
    const answered = once(client, 'data')
    client.write('CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n')
    await answered
    await Promise.all([once(accepted, 'close'), closeApp(app, 0)])
  })
})

describe('a client that closes its side after a refusal', () => {
  it('is disconnected at once', async () => {
    await start({})
    const { client, accepted } = await openConnection(app)
    const freed = once(accepted, 'close')
    client.on('end', () => client.end())
    client.write('CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n')
    await freed
  })
})

describe('the timeouts', () => {
  it('are in an order that Node accepts, and keep idle connections longer than a proxy', () => {
    expect(TIMEOUTS.headersMs).toBeLessThanOrEqual(TIMEOUTS.requestMs)
    expect(TIMEOUTS.requestMs).toBeLessThan(TIMEOUTS.stalledMs)
    expect(TIMEOUTS.keepAliveMs).toBeGreaterThan(60_000)
  })
})
