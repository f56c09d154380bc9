// Every way a request can fail ends here, so that all of them answer in one shape. Three of the four never
// reach Fastify's error handler: no such route, a URL it cannot decode, and bytes that are no HTTP.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { CoreError } from '@qb/core/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import { endConnection } from './connection-end.ts'
import { isDraining } from './drain.ts'
import { type RenderFailure, toFailure } from './errors.ts'
import type { Excess, Limiter } from './rate-limit.ts'
import { refuseHead, refuseUnreadHead } from './request-head.ts'

const FAILURE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** What the handlers need to know of an app. */
export interface ErrorHandling {
  readonly logger: Logger
  readonly renderFailure: RenderFailure
  /** Headers that every answer carries, failures that hooks never see included. */
  readonly constantHeaders: Readonly<Record<string, string>>
  /** How long a connection is kept for a client that does not close its side after a last response. */
  readonly lingerMs: number
  readonly limiter: Limiter
}

/** Answers a URL that cannot be decoded: it never meets a route, a hook or the error handler. */
export function answerFrameworkErrors(
  handling: ErrorHandling,
): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (error, request, reply) => {
    // The raw one: this request's `ip` is never the one that a proxy forwards.
    const refusal = chooseRefusal(error, handling.limiter.countRaw(request.raw))
    reply.headers({ ...handling.constantHeaders, ...refusal.headers })
    sendFailure(handling, refusal.error, request as FastifyRequest, reply as unknown as FastifyReply)
  }
}

/** What a request is refused with that no route takes, and the header fields that go with it. */
interface Refusal {
  readonly error: unknown
  readonly headers: Readonly<Record<string, string>>
}

function chooseRefusal(
  error: unknown,
  excess: Excess | undefined,
  headers: Refusal['headers'] = {},
): Refusal {
  if (!excess) return { error, headers }
  return { error: excess.error, headers: { 'retry-after': String(excess.retryAfter) } }
}

/** Answers what is thrown in a route, a path that no route has, and a request that no route should see. */
export function answerErrors(app: FastifyInstance, handling: ErrorHandling): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isDraining(app.server)) reply.header('connection', 'close')
    const headError = refuseHead(request.raw)
    if (headError) reply.header('connection', 'close')
    // Here, and not in the handler, so that no body is read for a path that is not there.
    const error = headError ?? (request.is404 ? unknownRoute(request) : undefined)
    if (!error) return done()
    const refusal = chooseRefusal(error, handling.limiter.countRequest(request))
    reply.headers(refusal.headers)
    done(refusal.error as Error)
  })
  app.setErrorHandler((error, request, reply) => sendFailure(handling, error, request, reply))
  app.setNotFoundHandler((request) => {
    throw unknownRoute(request)
  })
  app.server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const error = new CoreError('method_not_allowed', 'expected a method that is served, got CONNECT')
    const allow = { allow: 'GET, HEAD, OPTIONS' }
    writeFailure(handling, chooseRefusal(error, handling.limiter.countRaw(request), allow), socket)
  })
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const message = `expected no Expect header field but 100-continue, got ${request.headers.expect}`
    const error = new CoreError('expectation_failed', message)
    const refusal = chooseRefusal(error, handling.limiter.countRaw(request))
    const { status, headers, body } = renderRefusal(handling, refusal)
    response.writeHead(status, headers)
    response.end(body)
  })
}

/** The error of a path at which nothing is. */
export function unknownRoute({ url }: FastifyRequest): CoreError {
  return new CoreError('unknown_route', `nothing is served at ${url.split('?', 1)[0]}; / lists what there is`)
}

/** Answers bytes that Node's parser cannot read as a request, then closes the connection. */
export function answerClientErrors(
  handling: ErrorHandling,
): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error, socket) => {
    // Bytes behind the ones that were refused: the connection is about to end.
    if ((socket as Socket).writableEnded && error.code !== 'ECONNRESET') return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // A late request is not counted: browsers open connections that they may never use.
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    const excess = isLate ? undefined : handling.limiter.countBytes((socket as Socket).remoteAddress)
    writeFailure(handling, chooseRefusal(readClientError(error), excess), socket as Socket)
  }
}

function readClientError(error: Error & { code: string; rawPacket?: unknown }): unknown {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return error
  if (error.code === 'HPE_HEADER_OVERFLOW') return refuseUnreadHead(error.rawPacket)
  return new CoreError(
    'malformed_request',
    'expected an HTTP/1.1 request whose URL is percent-encoded ASCII, got bytes that are none',
  )
}

function writeFailure(handling: ErrorHandling, refusal: Refusal, socket: Socket): void {
  const { status, headers, body } = renderRefusal(handling, refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
  endConnection(socket, head + body, handling.lingerMs)
}

/** A whole response, for where Fastify has none; it is the last of its connection. */
function renderRefusal({ renderFailure, constantHeaders }: ErrorHandling, { error, headers }: Refusal) {
  const failure = toFailure(error, '')
  const { contentType, body } = renderFailure(failure)
  return {
    status: failure.status,
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...FAILURE_HEADERS,
      ...constantHeaders,
      ...headers,
    },
    body,
  }
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
