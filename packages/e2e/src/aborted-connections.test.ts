// Clients that reset their connections in the middle of an exchange must not end a process or hold its resources.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from './process.ts'

/** Sends bytes, then resets the connection without reading the response. */
async function sendAndReset(port: number, bytes: string): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(bytes, () => socket.resetAndDestroy())
  await closed
}

describe.each(['questions', 'changelog'] as const)('the %s process', (name) => {
  let service: RunningService
  beforeAll(async () => {
    service = await startService(name)
  })
  afterAll(() => service?.stop('SIGKILL'))

  it.each([
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n'],
    ['an upgrade', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['bytes that are not HTTP', '\0\0\0\0\r\n\r\n'],
    ['header fields that are too large', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['a malformed URL', 'GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('survives connections that are reset after %s', async (_about, bytes) => {
    const port = Number(new URL(service.url).port)
    for (let attempt = 0; attempt < 20; attempt++) await sendAndReset(port, bytes)
    expect((await fetch(service.url)).status).toBe(200)
    expect(service.process.exitCode).toBe(null)
  })
})
