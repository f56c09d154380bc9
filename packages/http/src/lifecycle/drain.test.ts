// Tests shutdown with real connections and a clock that only the test advances.
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uncached } from '../operation/operation.ts'
import type { Service } from '../service.ts'
import { listenOnFreePort, makeOperation, makeService, openConnection } from '../testing.ts'
import { closeApp } from './drain.ts'

const GRACE_MS = 1000
/** Long enough for idle connections to be closed, and far less than the grace period. */
const QUIET_MS = 280
const GET = 'GET /test HTTP/1.1\r\nhost: x\r\n\r\n'

let app: Service
let complete: () => void
let close: ReturnType<typeof vi.spyOn>

beforeEach(async () => {
  const completed = new Promise<void>((resolve) => {
    complete = resolve
  })
  app = await makeService({
    operations: [
      makeOperation({}),
      makeOperation({
        id: 'slow',
        path: '/slow',
        run: async () => {
          await completed
          return uncached({ slow: true })
        },
      }),
    ],
  })
  await listenOnFreePort(app)
  close = vi.spyOn(app, 'close')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  // The clock begins at 0.
  vi.advanceTimersByTime(5000)
})

afterEach(async () => {
  vi.useRealTimers()
  await closeApp(app, 0)
})

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Opens a connection and waits for the response to a first request. */
async function openIdleConnection() {
  const connection = await openConnection(app)
  await sendRequest(connection, GET)
  return connection
}

/** Sends a request and returns what the client receives next. */
async function sendRequest({ client }: Awaited<ReturnType<typeof openConnection>>, bytes: string) {
  const received = once(client, 'data')
  client.write(bytes)
  return String((await received)[0])
}

/** Opens a connection with a request whose response is pending until `complete` is called. */
async function openPendingConnection() {
  const connection = await openConnection(app)
  const requested = once(app.server, 'request')
  connection.client.write(GET.replace('/test', '/slow'))
  await requested
  return connection
}

describe('before shutdown', () => {
  it('responses keep their connections open', async () => {
    const connection = await openIdleConnection()
    expect(await sendRequest(connection, GET)).not.toContain('connection: close')
    expect(connection.accepted.destroyed).toBe(false)
  })
})

describe('shutdown', () => {
  it('completes at once without connections', async () => {
    const { client, accepted } = await openIdleConnection()
    const closed = once(accepted, 'close')
    client.destroy()
    await closed
    const shutdown = closeApp(app, GRACE_MS)
    expect(close).toHaveBeenCalledTimes(1)
    await shutdown
    expect(app.server.listening).toBe(false)
  })

  it('closes idle connections only after a time without requests', async () => {
    const { accepted } = await openIdleConnection()
    const shutdown = closeApp(app, GRACE_MS)
    await advance(250)
    expect(close).not.toHaveBeenCalled()
    expect(accepted.destroyed).toBe(false)
    await advance(QUIET_MS - 250)
    expect(close).toHaveBeenCalled()
    await shutdown
    expect(accepted.destroyed).toBe(true)
  })

  it('responds to a request with connection: close, and waits again', async () => {
    const [first, second] = [await openIdleConnection(), await openIdleConnection()]
    const shutdown = closeApp(app, GRACE_MS)
    await advance(200)
    expect(await sendRequest(first, GET)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is)
    await advance(240)
    expect(close).not.toHaveBeenCalled()
    expect(second.accepted.destroyed).toBe(false)
    await advance(40)
    expect(close).toHaveBeenCalled()
    await shutdown
  })

  it('accepts connections for half of the grace period, and sends all responses', async () => {
    const { accepted, received } = await openPendingConnection()
    const idle = await openIdleConnection()
    const shutdown = closeApp(app, GRACE_MS)
    for (let time = 0; time < GRACE_MS / 2 - 100; time += 200) {
      await advance(200)
      const connection = await openConnection(app)
      expect(await sendRequest(connection, GET)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is)
    }
    expect(app.server.listening).toBe(true)
    await advance(120)
    expect(app.server.listening).toBe(false)
    expect(close).not.toHaveBeenCalled()
    expect(await sendRequest(idle, GET)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is)
    expect(accepted.destroyed).toBe(false)
    complete()
    await advance(2 * QUIET_MS)
    await shutdown
    expect(received()).toContain('{"slow":true}')
  })

  it.each([0, 1])('waits until connection %d of two has sent its last bytes', async (index) => {
    const connections = [await openIdleConnection(), await openIdleConnection()]
    const { accepted, client } = connections[index] ?? expect.unreachable()
    accepted.cork()
    accepted.write('last bytes')
    const shutdown = closeApp(app, GRACE_MS)
    await advance(2 * QUIET_MS)
    expect(close).not.toHaveBeenCalled()
    const received = once(client, 'data')
    accepted.uncork()
    expect(String((await received)[0])).toBe('last bytes')
    await advance(20)
    expect(close).toHaveBeenCalled()
    await shutdown
  })

  it('waits for a pending response and then closes its connection', async () => {
    const { client, accepted, received } = await openPendingConnection()
    const shutdown = closeApp(app, GRACE_MS)
    await advance(GRACE_MS / 2)
    expect(close).toHaveBeenCalled()
    expect(accepted.destroyed).toBe(false)
    const responded = once(client, 'data')
    complete()
    await responded
    await advance(20)
    await shutdown
    expect(received()).toContain('{"slow":true}')
  })

  it('does not close an idle connection that has not sent its last bytes', async () => {
    const { client, accepted, received } = await openPendingConnection()
    const shutdown = closeApp(app, GRACE_MS)
    await advance(GRACE_MS / 2)
    const responded = once(client, 'data')
    complete()
    await responded
    accepted.cork()
    accepted.write('last bytes')
    await advance(100)
    expect(accepted.destroyed).toBe(false)
    accepted.uncork()
    await Promise.all([once(client, 'end'), shutdown, advance(20)])
    expect(received()).toMatch(/\{"slow":true\}\nlast bytes$/)
  })

  it('destroys connections after the grace period', async () => {
    const { accepted } = await openPendingConnection()
    const shutdown = closeApp(app, GRACE_MS)
    await advance(GRACE_MS - 1)
    expect(accepted.destroyed).toBe(false)
    await advance(1)
    expect(accepted.destroyed).toBe(true)
    await shutdown
  })

  it('destroys a connection that never sends its last bytes after the grace period', async () => {
    const { accepted } = await openIdleConnection()
    accepted.cork()
    accepted.write('last bytes')
    const shutdown = closeApp(app, GRACE_MS)
    await advance(GRACE_MS - 1)
    expect(close).not.toHaveBeenCalled()
    expect(accepted.destroyed).toBe(false)
    await advance(2)
    expect(accepted.destroyed).toBe(true)
    await shutdown
  })

  it.each([
    ['completes', () => undefined],
    ['fails', () => close.mockRejectedValueOnce(new Error('disk full'))],
  ])('leaves no timers when it %s', async (_name, prepare) => {
    prepare()
    await closeApp(app, GRACE_MS).catch(() => undefined)
    expect(vi.getTimerCount()).toBe(0)
  })
})
