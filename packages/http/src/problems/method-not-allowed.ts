// Responds with 405 and Allow when a path exists under other methods. Fastify by itself responds with 404.
import { METHODS } from 'node:http'
import { AppError } from '@qb/core/errors'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { HTTP_ERRORS } from './http-errors.ts'

/**
 * Starts collecting the paths of routes. Call the returned function once all routes are registered.
 * @param always methods that are allowed on every path, such as OPTIONS under CORS
 */
export function refuseWrongMethods(app: FastifyInstance, always: readonly string[]): () => void {
  const paths = new Set<string>()
  for (const method of METHODS.filter((name) => !app.supportedMethods.includes(name) && name !== 'CONNECT')) {
    app.addHttpMethod(method)
  }
  app.addHook('onRoute', ({ url }) => {
    if (url !== '*') paths.add(url)
  })
  return () => {
    for (const path of [...paths]) refuseOtherMethods(app, path, always)
  }
}

function refuseOtherMethods(app: FastifyInstance, url: string, always: readonly string[]): void {
  const allows = (method: string) =>
    always.includes(method) || app.hasRoute({ method: method as HTTPMethods, url })
  const refused = app.supportedMethods.filter((method) => !allows(method))
  const allow = app.supportedMethods.filter(allows).sort().join(', ')
  app.route({
    method: refused as HTTPMethods[],
    url,
    schema: { hide: true } as object,
    // This runs after onRequest, where requests are counted, and before the body is read.
    preParsing: (request, reply, _payload, done) => {
      reply.header('allow', allow)
      done(new AppError(HTTP_ERRORS.method_not_allowed, `expected ${allow}, got ${request.method}`))
    },
    handler: () => undefined,
  })
}
