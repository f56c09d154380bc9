// Handles `Expect: 100-continue`. The service sends 100 Continue only after every check that does not need
// the body. Without this file, Node would send it immediately.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Sends 100 Continue on routes that are registered after this call, once their hooks have accepted the
 * request. It is not sent for a body of more than `maxBodyBytes`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
 */
export function delayContinue(app: FastifyInstance, maxBodyBytes: number): void {
  const expectingContinue = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expectingContinue.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('onRoute', (route) => {
    // This hook runs last, so that the route's own hooks can reject the request first.
    route.preParsing = [
      ...[route.preParsing ?? []].flat(),
      (request, reply, payload, done) => {
        if (request.headers.expect !== undefined && expectingContinue.delete(request.raw)) {
          const isTooLarge = Number(request.headers['content-length']) > maxBodyBytes
          if (!isTooLarge) reply.raw.writeContinue()
        }
        done(null, payload)
      },
    ]
  })
}
