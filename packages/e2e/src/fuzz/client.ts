// Sends the requests of the fuzz test to a service. Requests that HTTP allows use connections that are kept; other bytes
// have a connection each.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request as sendHttp } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { CURRENT_ETAG, type FuzzResponse, type HttpRequest, type RawRequest } from './request.ts'

/** The time after which a request without a response counts as a hang, on any machine. */
const HANG_MS = 60_000

/** A client of one service. */
export interface Client {
  /** @throws Error when there is no complete response in time */
  send(request: HttpRequest): Promise<FuzzResponse>
  /** Sends bytes, ends its side of the connection, and waits for the end of the other. Returns what it has received. */
  sendBytes(request: RawRequest): Promise<string>
  close(): void
}

/** Creates a client. Each request has a client address of its own, so the service must trust its proxy. */
export function createClient(url: string): Client {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port, host } = new URL(url)
  let sent = 0
  let currentEtag = '"0"'

  async function send({ method, target, headers, body }: HttpRequest): Promise<FuzzResponse> {
    const start = performance.now()
    const client = ++sent
    const fields = new Map<string, string[]>([['host', [host]]])
    for (const [name, value] of headers) {
      const previous = fields.get(name) ?? []
      fields.set(name, [...previous, value.replace(CURRENT_ETAG, currentEtag)])
    }
    if (!fields.has('x-forwarded-for')) {
      fields.set('x-forwarded-for', [`10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`])
    }
    const bytes = body === undefined ? undefined : Buffer.from(body)
    if (bytes || !['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method)) {
      if (!fields.has('content-length')) fields.set('content-length', [String(bytes?.length ?? 0)])
    }
    const message = sendHttp({
      agent,
      hostname,
      port,
      method,
      path: target,
      headers: [...fields].flatMap(([name, values]) => values.flatMap((value) => [name, value])),
      signal: AbortSignal.timeout(HANG_MS),
    })
    // The service may respond before it has read the body, and then close the connection.
    if (fields.has('expect')) message.on('continue', () => message.end(bytes))
    else message.end(bytes)
    const [response] = (await once(message, 'response')) as [IncomingMessage]
    const content = await buffer(response)
    message.destroy()
    const etag = response.headers.etag
    if (etag !== undefined && !etag.includes('-')) currentEtag = etag
    return {
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: content.toString('utf8'),
      elapsedMs: performance.now() - start,
    }
  }

  async function sendBytes({ bytes }: RawRequest): Promise<string> {
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      received += chunk
    })
    // The service may reset the connection while the client still sends.
    socket.on('error', () => undefined)
    socket.setTimeout(HANG_MS, () => socket.destroy(new Error('hang')))
    socket.end(bytes, 'latin1')
    const [hasError] = (await once(socket, 'close')) as [boolean]
    if (hasError && socket.errored?.message === 'hang') throw new Error(`expected the end of the connection`)
    return received
  }

  return { send, sendBytes, close: () => agent.destroy() }
}
