import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { toByteString } from '@qb/core/byte-string'
import { Type } from '@sinclair/typebox'
import { afterEach, describe, expect, it } from 'vitest'
import type { Service } from '../service.ts'
import { makeOperation, makeService } from '../testing.ts'

let app: Service | undefined
afterEach(() => app?.close())

const events: string[] = []
/** The connections whose first request was for `gone`. */
const sockets: Socket[] = []

async function start(): Promise<number> {
  events.length = 0
  app = await makeService({
    operations: [
      makeOperation({
        path: '/greeting',
        input: {
          query: Type.Object({ name: Type.Optional(Type.String()) }, { additionalProperties: false }),
        },
        run({ name }: { name?: string }) {
          events.push(`handled ${name}`)
          if (name === 'gone') for (const socket of sockets) socket.destroy()
          return { cache: 'none', content: { encodedJson: toByteString(JSON.stringify(name)) } }
        },
      }),
    ],
  })
  app.server.prependListener('request', ({ url, socket }, response) => {
    if (url === '/greeting?name=gone') sockets.push(socket)
    const { end } = response
    response.end = ((...args: Parameters<typeof end>) => {
      events.push('ended')
      return end.apply(response, args)
    }) as typeof end
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

const requestOf = (name: string, connection = 'keep-alive') =>
  `GET /greeting?name=${name} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`

/** Opens a connection, and waits for the response to a first request. */
async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(requestOf('first'))
  await once(socket, 'data')
  return socket
}

async function readAll(socket: Socket): Promise<string> {
  let received = ''
  for await (const chunk of socket) received += chunk
  return received
}

/** Makes the service busy: it handles two requests in one turn. */
async function makeBusy(port: number): Promise<void> {
  await send(port, requestOf('first') + requestOf('second', 'close'))
  events.length = 0
}

function send(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return readAll(socket)
}

describe('the responses of one turn of the event loop', () => {
  it('are ended at once after a turn with one response', async () => {
    const port = await start()
    await makeBusy(port)
    // The turn with the first of these has one response.
    await openConnection(port)
    events.length = 0
    const received = await send(port, requestOf('a') + requestOf('b', 'close'))
    expect(received.match(/"[ab]"/g)).toEqual(['"a"', '"b"'])
    expect(events).toEqual(['handled a', 'ended', 'handled b', 'ended'])
  })

  it('are ended after all its requests are handled, in the order of the requests', async () => {
    const port = await start()
    await makeBusy(port)
    const received = await send(port, requestOf('a') + requestOf('b') + requestOf('c', 'close'))
    expect(received.match(/"[abc]"/g)).toEqual(['"a"', '"b"', '"c"'])
    expect(events).toEqual(['handled a', 'handled b', 'handled c', 'ended', 'ended', 'ended'])
  })

  it('are ended for the other clients when one of them has disconnected', async () => {
    const port = await start()
    const [gone, here] = [await openConnection(port), await openConnection(port)]
    const received = readAll(here)
    await makeBusy(port)
    gone.write(requestOf('gone'))
    here.write(requestOf('here', 'close'))
    expect(await received).toContain('"here"')
    // Both are of the same turn.
    expect(events).toEqual(['handled gone', 'handled here', 'ended', 'ended'])
  })

  it.each([true, false])('are ended before an error of the connection (busy: %j)', async (isBusy) => {
    const port = await start()
    for (const [bytes, status] of [
      ['not HTTP\r\n\r\n', 400],
      ['CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n', 405],
    ] as const) {
      await makeBusy(port)
      if (!isBusy) await openConnection(port)
      const received = await send(port, requestOf('a') + bytes)
      const statuses = Array.from(received.matchAll(/HTTP\/1.1 (\d+)/g), ([, code]) => Number(code))
      expect(statuses).toEqual([200, status])
      expect(received).toContain('"a"')
    }
  })

  it('are ended at once when many of them wait', async () => {
    const port = await start()
    await makeBusy(port)
    const requests = requestOf('x').repeat(200) + requestOf('last', 'close')
    expect((await send(port, requests)).match(/"x"/g)).toHaveLength(200)
    const waiting = events.map((_, index) => {
      const before = events.slice(0, index + 1)
      return before.filter((one) => one !== 'ended').length - before.filter((one) => one === 'ended').length
    })
    expect(Math.max(...waiting)).toBeGreaterThan(1)
    expect(Math.max(...waiting)).toBeLessThanOrEqual(64)
  })
})
