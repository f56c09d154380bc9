// Helpers for tests that send and receive the bytes of a connection.
import { once } from 'node:events'
import type { Service } from '../service.ts'
import { openConnection, type TestResponse } from '../testing.ts'

/**
 * Sends bytes on a new connection and waits until the service closes it. Returns what the client has received.
 */
export async function exchange(app: Service, bytes: string): Promise<string> {
  const { client, received } = await openConnection(app)
  client.on('end', () => client.end())
  const closed = once(client, 'close')
  client.write(bytes)
  await closed
  return received()
}

/** Lists the statuses of consecutive responses, such as 100 and 200. */
export function listStatuses(bytes: string): number[] {
  return [...bytes.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** A parsed response. The names of its header fields are in lower case. */
export interface RawResponse extends TestResponse {
  readonly statusLine: string
  readonly headers: Readonly<Record<string, string>>
}

/** Parses the only response of a connection. */
export function parseResponse(bytes: string): RawResponse {
  const end = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = bytes.slice(end + 4)
  return {
    statusLine,
    status: Number(statusLine.split(' ')[1]),
    headers,
    contentType: headers['content-type'],
    body,
  }
}
