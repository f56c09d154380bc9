// Every way a request can fail ends here, so that all of them answer in one shape. Three of the four never
// reach Fastify's error handler: no such route, a URL it cannot decode, and bytes that are no HTTP.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { CoreError } from '@qb/core/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import { endConnection } from './connection-end.ts'
import { isDraining } from './drain.ts'
import { type Failure, type RenderFailure, toFailure } from './errors.ts'
import type { Guard } from './route.ts'

/** The longest request target that is read, in bytes. @see https://www.rfc-editor.org/rfc/rfc9110#section-4.1 */
export const MAX_URL_BYTES = 8192

const FAILURE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** What the handlers need to know of an app. */
export interface ErrorHandling {
  readonly logger: Logger
  readonly renderFailure: RenderFailure
  /** Headers that every answer carries, failures that hooks never see included. */
  readonly constantHeaders: Readonly<Record<string, string>>
  /** How long a connection is kept for a client that does not close its side after a last response. */
  readonly lingerMs: number
}

/** Answers a URL that cannot be decoded: it never meets a route, a hook or the error handler. */
export function answerFrameworkErrors(
  handling: ErrorHandling,
): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (error, request, reply) => {
    reply.headers(handling.constantHeaders)
    sendFailure(handling, error, request as FastifyRequest, reply as unknown as FastifyReply)
  }
}

/** Answers what is thrown in a route, a path that no route has, and a request that no route should see. */
export function answerErrors(app: FastifyInstance, handling: ErrorHandling, limitUnknown: Guard): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isDraining(app.server)) reply.header('connection', 'close')
    const refusal = refuseRequest(request.raw)
    if (refusal || !request.is404) done(refusal)
    // Here, and not in the handler, so that no body is read for a path that is not there.
    else limitUnknown(request, reply).then(() => done(unknownRoute(request)), done)
  })
  app.setErrorHandler((error, request, reply) => sendFailure(handling, error, request, reply))
  app.setNotFoundHandler((request) => {
    throw unknownRoute(request)
  })
  app.server.on('connect', ({ method }: IncomingMessage, socket: Socket) => {
    const error = new CoreError('method_not_allowed', `expected a method that is served, got ${method}`)
    writeFailure(handling, toFailure(error, ''), socket, { allow: 'GET, HEAD, OPTIONS' })
  })
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const message = `expected no Expect header field but 100-continue, got ${request.headers.expect}`
    const failure = toFailure(new CoreError('expectation_failed', message), '')
    const { contentType, body } = handling.renderFailure(failure)
    const headers = { ...FAILURE_HEADERS, ...handling.constantHeaders, 'content-type': contentType }
    response.writeHead(failure.status, {
      ...headers,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    response.end(body)
  })
}

/** The error of a path at which nothing is. */
export function unknownRoute({ url }: FastifyRequest): CoreError {
  return new CoreError('unknown_route', `nothing is served at ${url.split('?', 1)[0]}; / lists what there is`)
}

/** Node would answer a request without a host by itself, in a shape of its own. */
function refuseRequest({ url = '', headers, httpVersion }: IncomingMessage): CoreError | undefined {
  if (url.length > MAX_URL_BYTES) return urlTooLong()
  if (headers.host !== undefined || httpVersion === '1.0') return undefined
  return new CoreError('malformed_request', 'expected a Host header field, got none')
}

/** Answers bytes that Node's parser cannot read as a request, then closes the connection. */
export function answerClientErrors(
  handling: ErrorHandling,
): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error, socket) => {
    // Bytes behind the ones that were refused: the connection is about to end.
    if ((socket as Socket).writableEnded && error.code !== 'ECONNRESET') return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    writeFailure(handling, toFailure(readClientError(error), ''), socket as Socket)
  }
}

function urlTooLong(): CoreError {
  return new CoreError('uri_too_long', `expected a request target of at most ${MAX_URL_BYTES} bytes`)
}

function readClientError(error: Error & { code: string; rawPacket?: unknown }): unknown {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return error
  if (error.code !== 'HPE_HEADER_OVERFLOW') {
    return new CoreError(
      'malformed_request',
      'expected an HTTP/1.1 request whose URL is percent-encoded ASCII, got bytes that are none',
    )
  }
  // Only the last packet is known; it tells of the URL when the request starts in it.
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : ''
  const requestLine = /^[A-Z]+ [^\r\n]*/.exec(packet)?.[0] ?? ''
  return requestLine.length > MAX_URL_BYTES ? urlTooLong() : error
}

function writeFailure(
  { renderFailure, constantHeaders, lingerMs }: ErrorHandling,
  failure: Failure,
  socket: Socket,
  more: Readonly<Record<string, string>> = {},
): void {
  const { contentType, body } = renderFailure(failure)
  const headers = {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...FAILURE_HEADERS,
    ...constantHeaders,
    ...more,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n`
  endConnection(socket, head + body, lingerMs)
}

function sendFailure(
  { logger, renderFailure }: ErrorHandling,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const failure = toFailure(error, request.id)
  if (failure.status === 500) {
    logger.error({
      err: error,
      reqId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
    })
  }
  // A body that nobody will read: answered, and cut off with the connection.
  if (isBodyUnread(request.raw)) reply.header('connection', 'close')
  const { contentType, body } = renderFailure(failure)
  reply.code(failure.status).headers(FAILURE_HEADERS).type(contentType).send(body)
}

function isBodyUnread({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0)
}
