// Handles every error of a request, so that all error responses have one format. Three errors never reach Fastify's
// error handler: a path without a route, a URL that cannot be decoded, and bytes that are not HTTP.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@qb/core/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import { endConnection } from '../connection/end-connection.ts'
import { refuseHead, refuseUnreadHead } from '../connection/request-head.ts'
import { isDraining } from '../lifecycle/drain.ts'
import type { Limiter } from '../limits/rate-limit.ts'
import { type RenderError, toAppError, toErrorResponse } from './error-response.ts'
import { HTTP_ERRORS } from './http-errors.ts'

const ERROR_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** The dependencies of the error handlers. */
export interface ErrorHandling {
  readonly logger: Logger
  readonly renderError: RenderError
  /** Headers of every response. Error responses that bypass the hooks need them too. */
  readonly constantHeaders: Readonly<Record<string, string>>
  /** Maximum time until a connection is freed after its last response, if the client does not close its side. */
  readonly lingerMs: number
  readonly limiter: Limiter
}

type Headers = Readonly<Record<string, string>>

/** Handles a URL that cannot be decoded. Such a request never reaches a route, a hook or the error handler. */
export function handleFrameworkErrors(
  handling: ErrorHandling,
): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (error, request, reply) => {
    // The raw request is counted, because `request.ip` is never the forwarded address here.
    const excess = handling.limiter.countRaw(request.raw)
    reply.headers(handling.constantHeaders)
    sendError(handling, excess ?? error, request as FastifyRequest, reply as unknown as FastifyReply)
  }
}

/** Handles errors thrown in a route, paths without a route, and requests that must not reach a route. */
export function handleErrors(app: FastifyInstance, handling: ErrorHandling): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isDraining(app)) reply.header('connection', 'close')
    const headError = refuseHead(request.raw)
    if (headError) reply.header('connection', 'close')
    // The error is raised here, and not in the handler, so that no body is read for a path without a route.
    const error = headError ?? (request.is404 ? unknownRoute(request) : undefined)
    if (!error) return done()
    done(handling.limiter.countRequest(request) ?? error)
  })
  app.setErrorHandler((error, request, reply) => sendError(handling, error, request, reply))
  app.setNotFoundHandler((request) => {
    throw unknownRoute(request)
  })
  app.server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const message = 'expected a method that is served, got CONNECT'
    const error = new AppError(HTTP_ERRORS.method_not_allowed, message)
    const excess = handling.limiter.countRaw(request)
    writeError(handling, excess ?? error, socket, excess ? {} : { allow: 'GET, HEAD, OPTIONS' })
  })
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const message = `expected no Expect header field but 100-continue, got ${request.headers.expect}`
    const error = new AppError(HTTP_ERRORS.expectation_failed, message)
    const { status, headers, body } = renderLast(handling, handling.limiter.countRaw(request) ?? error)
    response.writeHead(status, headers)
    response.end(body)
  })
}

/** The error of a path without a route. */
export function unknownRoute({ url }: FastifyRequest): AppError {
  const path = url.split('?', 1)[0]
  return new AppError(HTTP_ERRORS.unknown_route, `nothing is served at ${path}; / lists what there is`)
}

/** Handles bytes that Node's parser cannot read as a request, then closes the connection. */
export function handleClientErrors(
  handling: ErrorHandling,
): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error, socket) => {
    // These bytes follow refused ones. The error response is already written, and the connection is about to end.
    if ((socket as Socket).writableEnded && error.code !== 'ECONNRESET') return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // A late request is not counted, because browsers open connections that they may never use.
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    const excess = isLate ? undefined : handling.limiter.countBytes((socket as Socket).remoteAddress)
    writeError(handling, excess ?? readClientError(error), socket as Socket)
  }
}

function readClientError(error: Error & { code: string; rawPacket?: unknown }): unknown {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return error
  if (error.code === 'HPE_HEADER_OVERFLOW') return refuseUnreadHead(error.rawPacket)
  return new AppError(
    HTTP_ERRORS.malformed_request,
    'expected an HTTP/1.1 request whose URL is percent-encoded ASCII, got bytes that are none',
  )
}

function writeError(handling: ErrorHandling, error: unknown, socket: Socket, more: Headers = {}): void {
  const { status, headers, body } = renderLast(handling, error, more)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
  endConnection(socket, head + body, handling.lingerMs)
}

/** Renders a complete response without a Fastify reply. It is the last response of its connection. */
function renderLast({ renderError, constantHeaders }: ErrorHandling, error: unknown, more: Headers = {}) {
  const appError = toAppError(error)
  const response = toErrorResponse(appError, '')
  const { contentType, body } = renderError(response)
  return {
    status: response.status,
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...ERROR_HEADERS,
      ...constantHeaders,
      ...headersOf(appError),
      ...more,
    },
    body,
  }
}

/** The header fields that follow from an error's details. */
function headersOf({ details }: AppError): Headers {
  const { retryAfterSeconds, revision } = details
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(revision !== undefined && { etag: `"${revision}"` }),
  }
}

function sendError(
  { logger, renderError }: ErrorHandling,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const appError = toAppError(error)
  const response = toErrorResponse(appError, request.id)
  if (response.definition.isLogged || response.status === 500) {
    logger.error({
      err: error,
      reqId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
    })
  }
  // An unread body is cut off by closing the connection.
  if (isBodyUnread(request.raw)) reply.header('connection', 'close')
  const { contentType, body } = renderError(response)
  reply.code(response.status).headers(ERROR_HEADERS).headers(headersOf(appError)).type(contentType).send(body)
}

function isBodyUnread({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0)
}
