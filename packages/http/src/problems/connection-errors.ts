// Handles errors that never reach Fastify: CONNECT requests, unknown `Expect` header fields, and bytes that
// are not HTTP. The error response is the final response of its connection.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@qb/core/errors'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { toHeadOverflowError } from '../connection/request-head.ts'
import { type ErrorHandling, type HeaderFields, renderResponse, toErrorResponse } from './error-response.ts'
import { HTTP_ERRORS } from './http-errors.ts'

/** Handles requests that Node does not emit as `request` events: CONNECT, and unknown `Expect` header fields. */
export function handleRawRequests(app: FastifyInstance, handling: ErrorHandling): void {
  app.server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const message = 'expected a method that this service supports, got CONNECT'
    const error = new AppError(HTTP_ERRORS.method_not_allowed, message)
    const limitError = handling.limiter.countRawRequest(request)
    writeError(handling, limitError ?? error, socket, limitError ? {} : { allow: 'GET, HEAD, OPTIONS' })
  })
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const message = `Expect: expected 100-continue, got ${request.headers.expect}`
    const error = new AppError(HTTP_ERRORS.expectation_failed, message)
    const limitError = handling.limiter.countRawRequest(request)
    const { status, headers, body } = renderFinalResponse(handling, limitError ?? error)
    response.writeHead(status, headers)
    response.end(body)
  })
}

/** Handles errors of Node's HTTP parser and of the socket, and closes the connection. */
export function handleClientErrors(
  handling: ErrorHandling,
): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error, stream) => {
    const socket = stream as Socket
    // The error response of this connection is already written. Later bytes of the client are ignored.
    if (socket.writableEnded && error.code !== 'ECONNRESET') return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // A timeout is not counted, because browsers open connections that they may never use.
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    const limitError = isTimeout ? undefined : handling.limiter.countMalformed(socket.remoteAddress)
    writeError(handling, limitError ?? (isTimeout ? error : convertParserError(error)), socket)
  }
}

const LINE_BREAK =
  'expected header fields that end with CRLF, got another line break, such as one at the end of an API key'

/** What the parser of Node expected and got, by its error code. */
const PARSER_ERRORS: ReadonlyMap<string, string> = new Map([
  ['HPE_CR_EXPECTED', LINE_BREAK],
  ['HPE_LF_EXPECTED', LINE_BREAK],
  ['HPE_INVALID_HEADER_TOKEN', 'expected header fields without control characters, got one with some'],
])

function convertParserError({ code, rawPacket }: Error & { code: string; rawPacket?: unknown }): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return toHeadOverflowError(rawPacket)
  const message =
    PARSER_ERRORS.get(code) ??
    'expected an HTTP/1.1 request with a percent-encoded URL, got bytes that cannot be parsed'
  return new AppError(HTTP_ERRORS.malformed_request, message)
}

function writeError(
  handling: ErrorHandling,
  error: unknown,
  socket: Socket,
  extraHeaders: HeaderFields = {},
): void {
  const { status, headers, body } = renderFinalResponse(handling, error)
  const fields = Object.entries({ ...headers, ...extraHeaders })
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
  endConnection(socket, head + body, handling.lingerMs)
}

/** Renders the final response of a connection, without a Fastify reply. */
function renderFinalResponse(handling: ErrorHandling, error: unknown) {
  const { status, headers, body } = renderResponse(error, toErrorResponse(error, ''), handling)
  const contentLength = String(Buffer.byteLength(body))
  const cors = handling.corsHeaders()
  return {
    status,
    headers: { ...headers, 'content-length': contentLength, connection: 'close', ...cors },
    body,
  }
}

/**
 * Sends the last bytes of a connection. The connection is freed when the client closes its side, or after
 * `lingerMs` at the latest. Until then, bytes from the client are read and discarded. Closing a socket with
 * unread bytes would reset the connection, and the client could lose the response.
 */
export function endConnection(socket: Socket, bytes: string, lingerMs: number): void {
  // Node has removed its own listeners from this socket. An `error` event without a listener would end the
  // process.
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
  socket.end(bytes)
  socket.resume()
}
