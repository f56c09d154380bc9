// Sends the requests of the fuzz test to a service, checks the responses, and counts their statuses. Requests that HTTP allows
// use connections that are kept; other bytes have a connection each.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request as sendHttp } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { scaleBudget } from '../process.ts'
import { checkBytes, checkResponse } from './check.ts'
import type { ApiDocument } from './document.ts'
import {
  CURRENT_ETAG,
  type FuzzRequest,
  type FuzzResponse,
  type HttpRequest,
  type RawRequest,
} from './request.ts'

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

/** The time in which an idle machine sends any response, in milliseconds. */
const IDLE_RESPONSE_MS = 5000

export interface Prober {
  /**
   * Sends a request and its follow-up. Returns what is wrong with the responses.
   * @param expectedStatus a status from 500 that this request may have
   */
  probe(request: FuzzRequest, expectedStatus?: number): Promise<string[]>
  /** Like `probe`, with the status of the last response. */
  probeStatus(
    request: HttpRequest,
    expectedStatus?: number,
  ): Promise<{ status: number; violations: string[] }>
  close(): void
}

/** The number of responses by operation and status. Requests for no operation have the name `other`. */
export type Counts = Map<string, Map<number, number>>

/**
 * Creates a prober.
 * @param counts is updated by each response
 */
export function createProber(url: string, document: ApiDocument, counts: Counts): Prober {
  const client = createClient(url)

  function count(name: string, status: number): void {
    const ofOperation = counts.get(name) ?? new Map<number, number>()
    counts.set(name, ofOperation.set(status, (ofOperation.get(status) ?? 0) + 1))
  }

  async function checkOne(
    request: HttpRequest,
    response: FuzzResponse,
    expectedStatus?: number,
  ): Promise<string[]> {
    const { operation, violations } = checkResponse(document, request, response)
    count(operation?.id ?? 'other', response.status)
    const { status, elapsedMs, body } = response
    const isServerError = status >= 500 && status !== 503 && status !== expectedStatus
    const isSlow = elapsedMs > IDLE_RESPONSE_MS && elapsedMs > (await scaleBudget(IDLE_RESPONSE_MS))
    return [
      ...violations,
      ...(isServerError ? [`expected no ${status}: ${body}`] : []),
      ...(isSlow ? [`expected a response within ${IDLE_RESPONSE_MS} ms, got ${elapsedMs} ms`] : []),
    ]
  }

  async function probeHttp(request: HttpRequest, expectedStatus?: number) {
    const isTwin = request.followUp === 'twin'
    const [response, twin] = await Promise.all([
      client.send(request),
      isTwin ? client.send(request) : undefined,
    ])
    const violations = await checkOne(request, response, expectedStatus)
    if (twin) violations.push(...(await checkOne(request, twin, expectedStatus)))
    const { etag } = response.headers
    if (request.followUp !== 'revalidation' || etag === undefined) {
      return { status: twin && twin.status > response.status ? twin.status : response.status, violations }
    }
    const headers = [
      ...request.headers.filter(([name]) => name !== 'if-none-match'),
      ['if-none-match', etag] as const,
    ]
    const second = await client.send({ ...request, headers })
    violations.push(...(await checkOne({ ...request, headers }, second, expectedStatus)))
    return { status: second.status, violations }
  }

  async function probeStatus(request: HttpRequest, expectedStatus?: number) {
    try {
      return await probeHttp(request, expectedStatus)
    } catch (error) {
      return { status: 0, violations: [`expected a response, got ${error}`] }
    }
  }

  async function probe(request: FuzzRequest, expectedStatus?: number): Promise<string[]> {
    if (request.kind === 'http') return (await probeStatus(request, expectedStatus)).violations
    try {
      const received = await client.sendBytes(request)
      for (const [, status] of received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)) count('bytes', Number(status))
      return checkBytes(document, received)
    } catch (error) {
      return [String(error)]
    }
  }

  return { probe, probeStatus, close: client.close }
}
