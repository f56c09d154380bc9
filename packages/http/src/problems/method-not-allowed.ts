// Rejects a request with 405 and `Allow` when its path has routes for other methods only. Fastify would
// respond with 404.
import { METHODS } from 'node:http'
import { AppError } from '@qb/core/errors'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { HTTP_ERRORS } from './http-errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths of the routes, with parameters such as `:id`. */
    routePaths: ReadonlySet<string>
  }
}

/**
 * Rejects requests whose method is not allowed. The paths of routes are collected from this call on. Call the
 * returned function once, when all routes are registered.
 * @param always methods that are allowed on every path, such as OPTIONS with CORS
 */
export function rejectWrongMethods(app: FastifyInstance, always: readonly string[]): () => void {
  const paths = new Set<string>()
  app.decorate('routePaths', paths)
  for (const method of METHODS.filter((name) => !app.supportedMethods.includes(name) && name !== 'CONNECT')) {
    app.addHttpMethod(method)
  }
  app.addHook('onRoute', ({ url }) => {
    if (url !== '*') paths.add(url)
  })
  return () => {
    for (const path of [...paths]) rejectOtherMethods(app, path, always)
  }
}

function rejectOtherMethods(app: FastifyInstance, url: string, always: readonly string[]): void {
  const allows = (method: string) =>
    always.includes(method) || app.hasRoute({ method: method as HTTPMethods, url })
  const rejectedMethods = app.supportedMethods.filter((method) => !allows(method))
  const allow = app.supportedMethods.filter(allows).sort().join(', ')
  app.route({
    method: rejectedMethods as HTTPMethods[],
    url,
    schema: { hide: true } as object,
    // This hook runs after `onRequest`, where requests are counted, and before the body is read.
    preParsing: (request, reply, _payload, done) => {
      reply.header('allow', allow)
      done(new AppError(HTTP_ERRORS.method_not_allowed, `expected one of: ${allow}; got ${request.method}`))
    },
    handler: () => undefined,
  })
}
