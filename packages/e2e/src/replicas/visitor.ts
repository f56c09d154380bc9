// A client with an address of its own. It keeps its connection, sends one request at a time, and repeats none.
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The time after which a request without a response counts as lost, on any machine. */
const HANG_MS = 60_000

/** A response with its body as bytes. */
export interface VisitorResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A client of one service. */
export interface Visitor {
  /** @throws Error when there is no complete response */
  send(method: string, path: string, headers?: Readonly<Record<string, string>>): Promise<VisitorResponse>
  /** Sends a GET request. @throws Error when there is no complete response */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<VisitorResponse>
  /** Closes the connection. */
  leave(): void
}

/**
 * Creates a visitor.
 * @param address of 127.0.0.0/8: where its connection starts
 */
export function createVisitor(url: string, address: string): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: address })
  const { hostname, port } = new URL(url)
  const send: Visitor['send'] = async (method, path, headers = {}) => {
    const signal = AbortSignal.timeout(HANG_MS)
    const message = request({ agent, hostname, port, method, path, headers, signal })
    message.end()
    const [response] = (await once(message, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
  }
  return { send, get: (path, headers) => send('GET', path, headers), leave: () => agent.destroy() }
}
