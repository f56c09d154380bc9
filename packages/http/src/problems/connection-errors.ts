// Handles errors outside Fastify's request cycle: CONNECT, Expect, and bytes that are not HTTP. The error response is
// the last one of its connection.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@qb/core/errors'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { endConnection } from '../connection/end-connection.ts'
import { refuseUnreadHead } from '../connection/request-head.ts'
import { ERROR_HEADERS, type ErrorHandling, type Headers, headersOf } from './error-handling.ts'
import { toAppError, toErrorResponse } from './error-response.ts'
import { HTTP_ERRORS } from './http-errors.ts'

/** Handles requests that Node passes to no request listener: CONNECT, and an unknown `Expect` header field. */
export function handleRawRequests(app: FastifyInstance, handling: ErrorHandling): void {
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
