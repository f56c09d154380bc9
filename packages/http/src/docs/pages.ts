// Serves the documentation pages. They load no resources from other origins.
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { baseUrlOf } from '../base-path.ts'
import type { Operation } from '../operation/operation.ts'
import { renderErrorsPage, renderLandingPage } from './landing-page.ts'
import type { ApiDescription } from './openapi.ts'
import { serveRedoc } from './redoc.ts'
import { lazily, makeStaticFile, sendStaticFile } from './static-files.ts'
import { serveSwaggerUi } from './swagger-ui.ts'

// Swagger UI and Redoc set style attributes. The search of Redoc runs in a worker that is loaded from a blob
// URL.
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    workerSrc: ['blob:'],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
}

/**
 * Serves the landing page at `/`, the errors at `/errors`, Swagger UI at `/docs`, Redoc at `/redoc`, and the
 * document at `/openapi.json`. The content security policy of the pages forbids other origins.
 */
export async function serveDocs(
  app: FastifyInstance,
  api: ApiDescription,
  operations: readonly Operation<never, string>[],
): Promise<void> {
  const options = { schema: { hide: true } }
  await app.register(async (pages) => {
    await pages.register(helmet, {
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
      strictTransportSecurity: false,
    })
    serveSwaggerUi(pages, api.title)
    serveRedoc(pages, api.title)
    pages.get('/', options, (request, reply) => {
      const html = renderLandingPage(api, operations, baseUrlOf(request))
      reply.headers({ 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(html)
    })
    const errors = lazily(() => renderErrorsPage(api, operations))
    pages.get('/errors', options, (_request, reply) => {
      reply.type('text/html; charset=utf-8').send(errors())
    })
    // With a slash at the end, the relative links of a page would not work.
    for (const name of ['docs', 'redoc', 'errors']) {
      pages.get(`/${name}/`, options, (_request, reply) => void reply.redirect(`../${name}`, 308))
    }
  })
  const document = lazily(() =>
    makeStaticFile('application/json; charset=utf-8', Buffer.from(`${JSON.stringify(app.swagger())}\n`)),
  )
  app.get('/openapi.json', options, (request, reply) => sendStaticFile(request, reply, document()))
}
