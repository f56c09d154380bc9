// Serves the documentation pages. They load no resources from other origins.
import { readFileSync } from 'node:fs'
import helmet from '@fastify/helmet'
import { findRedocScript } from '@qb/http/docs-files'
import type { FastifyInstance } from 'fastify'
import { baseUrlOf } from '../base-path.ts'
import type { Operation } from '../operation/operation.ts'
import { renderHtmlPage } from './html-page.ts'
import { renderErrorsPage, renderLandingPage } from './landing-page.ts'
import type { ApiDescription } from './openapi.ts'
import { lazily, makeStaticFile, type StaticFile, sendStaticFile } from './static-files.ts'
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
    await serveSwaggerUi(pages, api.title)
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
    for (const name of ['redoc', 'errors']) {
      pages.get(`/${name}/`, options, (_request, reply) => void reply.redirect(`../${name}`, 308))
    }
  })
  const document = lazily(() =>
    makeStaticFile('application/json; charset=utf-8', `${JSON.stringify(app.swagger())}\n`),
  )
  app.get('/openapi.json', options, (request, reply) => sendStaticFile(request, reply, document()))
}

/** Serves the page and the bundle of Redoc. The bundle is read on the first request. */
function serveRedoc(app: FastifyInstance, title: string): void {
  const options = { schema: { hide: true } }
  const page = renderRedoc(title)
  app.get('/redoc', options, (_request, reply) => {
    reply.type('text/html; charset=utf-8').send(page)
  })
  const bundle = lazily(readBundle)
  app.get('/redoc/redoc.standalone.js', options, (request, reply) => {
    sendStaticFile(request, reply, bundle())
  })
}

/** Reads the bundle of Redoc and removes its only external resource, an image on `cdn.redoc.ly`. */
function readBundle(): StaticFile {
  const script = readFileSync(findRedocScript(), 'utf8').replaceAll(
    /https:\/\/cdn\.redoc\.ly\/[\w./-]+/g,
    'data:,',
  )
  return makeStaticFile('text/javascript; charset=utf-8', script)
}

function renderRedoc(title: string): string {
  return renderHtmlPage({
    title: `${title} · Redoc`,
    head: `<style>body { margin: 0 }</style>`,
    body: `<redoc spec-url="openapi.json" hide-download-button="false"></redoc>
<script src="redoc/redoc.standalone.js"></script>`,
  })
}
