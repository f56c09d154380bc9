// Handles the errors of requests that reach Fastify, so that all error responses of a service have one
// format. Errors of requests that do not reach Fastify are handled in connection-errors.ts.
import { AppError, type ErrorDefinition } from '@qb/core/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { findHeadError } from '../connection/request-head.ts'
import { ERROR_PAGE_POLICY } from '../docs/page-policy.ts'
import { recordRequest } from '../lifecycle/drain.ts'
import { REQUEST_ID_HEADER } from '../observability/log.ts'
import { negotiate } from '../operation/conditional.ts'
import { handleRawRequests } from './connection-errors.ts'
import { type ErrorHandling, type ErrorResponse, renderResponse, toErrorResponse } from './error-response.ts'
import { HTTP_ERRORS } from './http-errors.ts'

/** Handles URLs that cannot be decoded. Such a request reaches no route, no hook and no other error handler. */
export function handleFrameworkErrors(
  handling: ErrorHandling,
): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (error, request, reply) => {
    // `request.ip` ignores `X-Forwarded-For` at this stage, so the raw request is counted.
    const limitError = handling.limiter.countRawRequest(request.raw)
    const plainReply = reply as unknown as FastifyReply
    addCommonHeaders(plainReply, request, handling)
    sendError(handling, limitError ?? error, request as FastifyRequest, plainReply)
  }
}

/** Adds the header fields that every response has. */
function addCommonHeaders(
  reply: FastifyReply,
  { id, raw }: Pick<FastifyRequest, 'id' | 'raw'>,
  { corsHeaders }: ErrorHandling,
): void {
  reply.header(REQUEST_ID_HEADER, id).headers(corsHeaders(raw.headers.origin))
}

/** Gives each response the common header fields, and rejects requests with an invalid head or without a route. */
export function checkRequests(app: FastifyInstance, handling: ErrorHandling): void {
  app.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(reply, request, handling)
    const isDraining = recordRequest(app)
    const headError = findHeadError(request.raw)
    if (isDraining || headError) reply.header('connection', 'close')
    // The error is thrown in this hook and not in the handler, so that the body is not read when no route
    // matches.
    const error = headError ?? (matchesNoRoute(request) ? createUnknownRouteError(request) : undefined)
    if (!error) return done()
    done(handling.limiter.countRequest(request) ?? error)
  })
}

/** Handles errors that routes throw, and requests that do not reach a route. */
export function handleErrors(app: FastifyInstance, handling: ErrorHandling): void {
  app.setErrorHandler((error, request, reply) => sendError(handling, error, request, reply))
  handleRawRequests(app, handling)
}

/** Whether no route matches. A route that ends in a parameter also matches an empty value, which does not count. */
function matchesNoRoute(request: FastifyRequest): boolean {
  // Fastify creates `routeOptions` when it is read.
  return request.is404 || (SLASH_AT_END.test(request.url) && /:\w+$/.test(request.routeOptions.url ?? ''))
}

const SLASH_AT_END = /^[^?]*\/(?:\?|$)/

/** Creates the error for a path that matches no route. */
export function createUnknownRouteError({ url, server }: Pick<FastifyRequest, 'url' | 'server'>): AppError {
  const path = url.split('?', 1)[0] as string
  const [, withoutSlash] = /^(.*[^/])\/+$/.exec(path) ?? []
  const hint =
    withoutSlash && [...server.routePaths].some((route) => matches(route, withoutSlash))
      ? `did you mean ${server.basePath}${withoutSlash}?`
      : `${server.basePath}/ lists the operations`
  return new AppError(HTTP_ERRORS.unknown_route, `no route matches ${path}; ${hint}`)
}

/** Whether a path matches the path of a route, such as `/items/:id`. */
function matches(route: string, path: string): boolean {
  const [parts, segments] = [route.split('/'), path.split('/')]
  const isEqual = (part: string, index: number) => part.startsWith(':') || part === segments[index]
  return parts.length === segments.length && parts.every(isEqual)
}

/** Logs an error when its definition says so. Returns what the client is told. */
export function reportError(
  { logger }: Pick<ErrorHandling, 'logger'>,
  error: unknown,
  { id: reqId, method, url }: FastifyRequest,
): ErrorResponse {
  const response = toErrorResponse(error, reqId)
  const [path] = url.split('?', 1)
  if (response.definition.isLogged) logger.error({ err: error, reqId, method, path })
  return response
}

function sendError(
  handling: ErrorHandling,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const response = reportError(handling, error, request)
  const { complete, headers } = request.raw
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
  // The connection is closed instead of reading a body that nothing needs.
  if (hasBody && !complete) reply.header('connection', 'close')
  const { body, ...rendered } = renderResponse(error, response, handling)
  reply.code(rendered.status).headers(rendered.headers)
  if (!PAGE_ERRORS.includes(response.definition) || !showsPage(request)) return void reply.send(body)
  reply.type('text/html; charset=utf-8').header('content-security-policy', ERROR_PAGE_POLICY)
  reply.send(handling.renderErrorPage(response))
}

/** Whether a browser shows the error of a page, of a file or of an unknown path. Operations, and programs, get problem details. */
function showsPage({ is404, method, raw, routeOptions }: FastifyRequest): boolean {
  const isOfPage = is404 || (routeOptions.schema as { hide?: boolean } | undefined)?.hide === true
  const isRead = method === 'GET' || method === 'HEAD'
  return isOfPage && isRead && negotiate(raw, ['application/json', 'text/html']) === 'text/html'
}

/** The errors of people who type an address, or load a page too often. */
const PAGE_ERRORS: readonly ErrorDefinition[] = [HTTP_ERRORS.unknown_route, HTTP_ERRORS.too_many_requests]
