// Handles every error of a request, so that all error responses have one format. A path without a route and a URL that
// cannot be decoded never reach Fastify's error handler. Errors before there is a request are in connection-errors.ts.
import type { IncomingMessage } from 'node:http'
import { AppError } from '@qb/core/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { refuseHead } from '../connection/request-head.ts'
import { isDraining } from '../lifecycle/drain.ts'
import { handleRawRequests } from './connection-errors.ts'
import { ERROR_HEADERS, type ErrorHandling, headersOf } from './error-handling.ts'
import { toAppError, toErrorResponse } from './error-response.ts'
import { HTTP_ERRORS } from './http-errors.ts'

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
  handleRawRequests(app, handling)
}

/** The error of a path without a route. */
export function unknownRoute({ url }: FastifyRequest): AppError {
  const path = url.split('?', 1)[0]
  return new AppError(HTTP_ERRORS.unknown_route, `nothing is served at ${path}; / lists what there is`)
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
