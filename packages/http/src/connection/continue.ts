// `Expect: 100-continue`: a client is asked for its body once its request has passed every check that needs none.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Sends 100 Continue in front of the body of each route that is registered after it, not before its guards, and not
 * for a body of more than `maxBodyBytes`. Node would send it at once.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
 */
export function delayContinue(app: FastifyInstance, maxBodyBytes: number): void {
  const waiting = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('onRoute', (route) => {
    // Last, so that what a route itself refuses is refused before.
    route.preParsing = [
      ...[route.preParsing ?? []].flat(),
      (request, reply, payload, done) => {
        const isTooLarge = Number(request.headers['content-length']) > maxBodyBytes
        if (waiting.delete(request.raw) && !isTooLarge) reply.raw.writeContinue()
        done(null, payload)
      },
    ]
  })
}
