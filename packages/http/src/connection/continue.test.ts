import { once } from 'node:events'
import { AppError } from '@qb/core/errors'
import { Type } from '@sinclair/typebox'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeApp } from '../lifecycle/drain.ts'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import type { Service } from '../service.ts'
import { listenOnFreePort, makeOperation, makeService, openConnection } from '../testing.ts'
import { exchange, listStatuses } from './testing.ts'

const MAX_BODY_BYTES = 20
const HEAD = 'HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n'
const EXPECT = 'expect: 100-continue\r\n'

let app: Service
afterEach(() => closeApp(app, 0))

async function start(options: Parameters<typeof makeService>[0] = {}): Promise<void> {
  const input = { body: Type.Object({}, { additionalProperties: true }) }
  app = await makeService({
    maxBodyBytes: MAX_BODY_BYTES,
    operations: [
      makeOperation({ id: 'public', method: 'POST', input }),
      makeOperation({ id: 'closed', method: 'POST', path: '/closed', access: 'write', input }),
    ],
    authorization: {
      security: [],
      guard: () => async () => {
        throw new AppError(HTTP_ERRORS.forbidden, 'expected the scope write, got none')
      },
    },
    ...options,
  })
  await listenOnFreePort(app)
}

const lengthOf = (bytes: number) => `content-length: ${bytes}\r\n`
/** A JSON object of a length in bytes. */
const bodyOf = (bytes: number) => `{${' '.repeat(bytes - 2)}}`

describe('a request that expects 100 Continue', () => {
  it('gets 100 Continue before the body is sent', async () => {
    await start()
    const { client, received } = await openConnection(app)
    client.on('end', () => client.end())
    const closed = once(client, 'close')
    client.write(`POST /test ${HEAD}${EXPECT}${lengthOf(2)}\r\n`)
    await vi.waitFor(() => expect(received()).toBe('HTTP/1.1 100 Continue\r\n\r\n'))
    client.write('{}')
    await closed
    expect(listStatuses(received())).toEqual([100, 200])
  })

  it.each([
    ['has the longest body', [100, 200], `POST /test ${HEAD}${EXPECT}${lengthOf(20)}\r\n${bodyOf(20)}`],
    [
      'has a body in chunks',
      [100, 200],
      `POST /test ${HEAD}${EXPECT}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['has a body that is too long', [413], `POST /test ${HEAD}${EXPECT}${lengthOf(21)}\r\n`],
    ['is not authorized', [403], `POST /closed ${HEAD}${EXPECT}${lengthOf(2)}\r\n`],
    ['has a wrong method', [405], `PUT /test ${HEAD}${EXPECT}${lengthOf(2)}\r\n`],
    ['matches no route', [404], `POST /nothing ${HEAD}${EXPECT}${lengthOf(2)}\r\n`],
  ])('and %s gets the statuses %j', async (_name, statuses, bytes) => {
    await start()
    expect(listStatuses(await exchange(app, bytes))).toEqual(statuses)
  })

  it('does not get 100 Continue from a service that accepts no bodies', async () => {
    app = await makeService()
    await listenOnFreePort(app)
    expect(listStatuses(await exchange(app, `GET / ${HEAD}${EXPECT}${lengthOf(2)}\r\n{}`))).toEqual([200])
  })

  it('gets 100 Continue from a service that accepts no bodies when the body is empty', async () => {
    app = await makeService()
    await listenOnFreePort(app)
    expect(listStatuses(await exchange(app, `GET / ${HEAD}${EXPECT}${lengthOf(0)}\r\n`))).toEqual([100, 200])
  })
})

describe('a request that does not expect 100 Continue', () => {
  it('gets only the final response', async () => {
    await start()
    const bytes = `POST /test ${HEAD}${lengthOf(2)}\r\n{}`
    expect(listStatuses(await exchange(app, bytes))).toEqual([200])
  })
})
