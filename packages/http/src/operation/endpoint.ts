// Defines routes whose protocol is not that of operations, such as MCP. The hooks of a service apply to them as to the
// routes of operations: limits, metrics, the log, and the errors that a request has before it is handled.
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reportError } from '../problems/error-handlers.ts'
import { ERROR_HEADERS, type ErrorHandling, type ErrorResponse } from '../problems/error-response.ts'
import type { Guard } from './route.ts'

/** A route that accepts POST with a JSON body. */
export interface Endpoint {
  readonly path: `/${string}`
  /** Runs before the body is read. */
  readonly guard: Guard
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
      const response = await handle(request, reply, (error) => reportError(handling, error, request))
      // A stream of the response overrides them.
      return reply.headers(ERROR_HEADERS).send(response)
    },
  })
}
