// 405 with Allow for a path that exists under other methods; Fastify by itself would answer 404.
import { METHODS } from 'node:http'
import { CoreError } from '@qb/core/errors'
import type { FastifyInstance, HTTPMethods } from 'fastify'

/**
 * Starts noting which paths there are; call the answer once all routes are there.
 * @param always methods that are answered on every path, such as OPTIONS under CORS
 */
export function answerWrongMethods(app: FastifyInstance, always: readonly string[]): () => void {
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
    // Behind onRequest, where requests are counted, and before the body is read.
    preParsing: (request, reply, _payload, done) => {
      reply.header('allow', allow)
      done(new CoreError('method_not_allowed', `expected ${allow}, got ${request.method}`))
    },
    handler: () => undefined,
  })
}
