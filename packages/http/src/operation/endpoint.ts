// Defines routes whose protocol is not that of operations, such as MCP. The hooks of a service apply to them as to the
// routes of operations: limits, metrics, the log, and the errors that a request has before it is handled.
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reportError } from '../problems/error-handlers.ts'
import type { ErrorResponse } from '../problems/error-response.ts'
import { ERROR_HEADERS, type ErrorHandling } from '../problems/error-response.ts'
import type { Guard } from './route.ts'

/** A request to an {@link Endpoint}. */
export interface EndpointRequest {
  readonly request: FastifyRequest
  /** For header fields. An error response has them too. */
  readonly reply: FastifyReply
  /** The JSON text of the body. It is within the limits of JSON bodies, but its syntax is not checked. */
  readonly body: string
  /** Logs an error as an error response would be. Returns what the client may know about it. */
  readonly report: (error: unknown) => ErrorResponse
}

/** A route that accepts POST with a JSON body. */
export interface Endpoint {
  readonly path: `/${string}`
  /** Runs before the body is read. */
  readonly guard: Guard
  /** Responds to a request. An error that it throws results in an error response of the service. */
  handle(request: EndpointRequest): Promise<Response>
}

/** Registers the route of an endpoint. It is not part of the OpenAPI document. */
export function serveEndpoint(
  app: FastifyInstance,
  { path, guard, handle }: Endpoint,
  handling: Pick<ErrorHandling, 'logger'>,
): void {
  app.route({
    method: 'POST',
    url: path,
    schema: { hide: true, querystring: Type.Object({}, { additionalProperties: false }) } as object,
    config: { readsText: true },
    onRequest: guard,
    async handler(request, reply) {
      const body = typeof request.body === 'string' ? request.body : ''
      const report = (error: unknown) => reportError(handling, error, request)
      const response = await handle({ request, reply, body, report })
      // A stream of the response overrides them.
      return reply.headers(ERROR_HEADERS).send(response)
    },
  })
}
