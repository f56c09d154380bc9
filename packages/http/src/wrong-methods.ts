// 405 with Allow for a path that exists under other methods; Fastify by itself would answer 404.
import { METHODS } from 'node:http'
import { CoreError } from '@qb/core/errors'
import type { FastifyInstance, HTTPMethods } from 'fastify'

/** Starts noting which paths there are; call the answer once all routes are there. */
export function answerWrongMethods(app: FastifyInstance): () => void {
  const paths = new Set<string>()
  for (const method of METHODS.filter((name) => !app.supportedMethods.includes(name) && name !== 'CONNECT')) {
    app.addHttpMethod(method)
  }
  app.addHook('onRoute', ({ url }) => {
    if (url !== '*') paths.add(url)
  })
  return () => {
    for (const path of [...paths]) refuseOtherMethods(app, path)
  }
}

function refuseOtherMethods(app: FastifyInstance, url: string): void {
  const has = (method: string) => app.hasRoute({ method: method as HTTPMethods, url })
  const refused = app.supportedMethods.filter((method) => method !== 'OPTIONS' && !has(method))
  const allow = [...app.supportedMethods.filter(has), 'OPTIONS'].sort().join(', ')
  app.route({
    method: refused as HTTPMethods[],
    url,
    schema: { hide: true } as object,
    onRequest: (request, reply, done) => {
      reply.header('allow', allow)
      done(new CoreError('method_not_allowed', `expected ${allow}, got ${request.method}`))
    },
    handler: () => undefined,
  })
}
