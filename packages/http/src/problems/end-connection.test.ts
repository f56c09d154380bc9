import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endConnection } from './connection-errors.ts'

const LINGER_MS = 1000
const server = createServer({ allowHalfOpen: true })
let client: Socket
let accepted: Socket

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => undefined)
  const [[socket]] = await Promise.all([once(server, 'connection'), once(client, 'connect')])
  accepted = socket
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  vi.useRealTimers()
  client.destroy()
  accepted.destroy()
  await new Promise((resolve) => server.close(resolve))
})

/** Waits until the service has closed its end. Unlike `once`, it ignores errors of the socket. */
const closed = () => new Promise<void>((resolve) => accepted.once('close', () => resolve()))

describe('endConnection', () => {
  it('sends the last bytes, and frees the connection when the client closes its side', async () => {
    client.on('data', () => undefined)
    const [received, ended] = [once(client, 'data'), once(client, 'end')]
    endConnection(accepted, 'last bytes', LINGER_MS)
    expect(String((await received)[0])).toBe('last bytes')
    await ended
    expect(accepted.destroyed).toBe(false)
    const freed = closed()
    client.end()
    await freed
    expect(vi.getTimerCount()).toBe(0)
  })

  it('destroys the connection after the time when the client does not close its side', async () => {
    client.resume()
    const ended = once(client, 'end')
    endConnection(accepted, 'last bytes', LINGER_MS)
    await ended
    vi.advanceTimersByTime(LINGER_MS - 1)
    expect(accepted.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(accepted.destroyed).toBe(true)
  })

  it('discards what the client still sends', async () => {
    client.resume()
    const freed = closed()
    endConnection(accepted, 'last bytes', LINGER_MS)
    client.end('x'.repeat(1_000_000))
    await freed
    expect(accepted.bytesRead).toBe(1_000_000)
  })

  it('frees the connection when the client resets it', async () => {
    client.resume()
    const ended = once(client, 'end')
    endConnection(accepted, 'last bytes', LINGER_MS)
    await ended
    const freed = closed()
    client.resetAndDestroy()
    await freed
    expect(vi.getTimerCount()).toBe(0)
  })
})
