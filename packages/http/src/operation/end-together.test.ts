import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { toByteString } from '@qb/core/byte-string'
import { Type } from '@sinclair/typebox'
import { afterEach, describe, expect, it } from 'vitest'
import type { Service } from '../service.ts'
import { makeOperation, makeService } from '../testing.ts'

let app: Service | undefined
afterEach(() => app?.close())

const events: string[] = []

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
          return { cache: 'none', content: { encodedJson: toByteString(JSON.stringify(name)) } }
        },
      }),
    ],
  })
  app.server.prependListener('request', (_request, response) => {
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

async function send(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let received = ''
  for await (const chunk of socket) received += chunk
  return received
}

describe('the responses of one turn of the event loop', () => {
  it('are ended after all its requests are handled, in the order of the requests', async () => {
    const port = await start()
    const received = await send(port, requestOf('a') + requestOf('b') + requestOf('c', 'close'))
    expect(received.match(/"[abc]"/g)).toEqual(['"a"', '"b"', '"c"'])
    expect(events).toEqual(['handled a', 'handled b', 'handled c', 'ended', 'ended', 'ended'])
  })

  it('are ended for the other clients when one of them has disconnected', async () => {
    const port = await start()
    const gone = connect(port, '127.0.0.1')
    gone.write(requestOf('gone'), () => gone.destroy())
    expect(await send(port, requestOf('here', 'close'))).toContain('"here"')
    expect(await send(port, requestOf('later', 'close'))).toContain('"later"')
  })
})
