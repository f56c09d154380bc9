// Defines routes whose protocol is not that of operations, such as MCP. The hooks of a service apply to them as to the
// routes of operations: limits, metrics, the log, and the errors that a request has before it is handled.
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { createCorsHeaders } from '../cors.ts'
import { reportError } from '../problems/error-handlers.ts'
import { ERROR_HEADERS, type ErrorHandling, type ErrorResponse } from '../problems/error-response.ts'
import type { Guard } from './route.ts'

/** A route that accepts POST with a JSON body. */
export interface Endpoint {
  readonly path: `/${string}`
  /** Runs before the body is read. */
  readonly guard: Guard
  /** Whether pages of an origin may send requests and read responses. */
  readonly allowsOrigin: (origin: string) => boolean
  /**
   * Responds to a request. An error that it throws results in an error response of the service, with the header fields of
   * `reply`. The body is the JSON text. It is within the limits of JSON bodies, but its syntax is not checked.
   * @param report logs an error as an error response would be. Returns what the client may know about it
   */
  handle(
    request: FastifyRequest,
    reply: FastifyReply,
    report: (error: unknown) => ErrorResponse,
  ): Promise<Response>
}

/** Registers the route of an endpoint. It is not part of the OpenAPI document. */
export function serveEndpoint(
  app: FastifyInstance,
  { path, guard, allowsOrigin, handle }: Endpoint,
  handling: Pick<ErrorHandling, 'logger'>,
): void {
  const schema = { hide: true, querystring: Type.Object({}, { additionalProperties: false }) } as object
  const allowOrigin: onRequestHookHandler = ({ headers: { origin } }, reply, done) => {
    reply.header('vary', 'Origin')
    if (origin !== undefined && allowsOrigin(origin)) reply.headers(createCorsHeaders(origin)())
    done()
  }
  app.route({
    method: 'OPTIONS',
    url: path,
    schema,
    onRequest: allowOrigin,
    async handler({ headers }, reply) {
      const requested = headers['access-control-request-headers'] ?? ''
      const preflight = {
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': requested,
        'access-control-max-age': '86400',
      }
      const isAllowed = reply.hasHeader('access-control-allow-origin')
      return reply
        .headers({ allow: 'OPTIONS, POST', ...(isAllowed && preflight) })
        .status(204)
        .send()
    },
  })
  app.route({
    method: 'POST',
    url: path,
    schema,
    config: { readsText: true },
    onRequest: [allowOrigin, guard],
    async handler(request, reply) {
      const response = await handle(request, reply, (error) => reportError(handling, error, request))
      // A stream of the response overrides them.
      return reply.headers(ERROR_HEADERS).send(response)
    },
  })
}
