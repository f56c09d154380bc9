// Serves the documentation pages. They load no resources from other origins.
import { readFileSync } from 'node:fs'
import { findRedocScript } from '@qb/http/docs-files'
import type { FastifyInstance } from 'fastify'
import { baseUrlOf } from '../base-path.ts'
import type { Operation } from '../operation/operation.ts'
import { renderHtmlPage } from './html-page.ts'
import { renderErrorsPage, renderLandingPage } from './landing-page.ts'
import type { ApiDescription } from './openapi.ts'
import { protectPages } from './page-policy.ts'
import { HIDDEN, staticFileHandler } from './static-files.ts'
import { serveSwaggerUi } from './swagger-ui.ts'

/**
 * Serves the landing page at `/`, the errors at `/errors`, Swagger UI at `/docs`, Redoc at `/redoc`, and the
 * document at `/openapi.json`. The content security policy of the pages forbids other origins.
 */
export async function serveDocs(
  app: FastifyInstance,
  api: ApiDescription,
  operations: readonly Operation<never, string>[],
): Promise<void> {
  const files: Readonly<Record<string, () => string>> = {
    'errors.html': () => renderErrorsPage(api, operations),
    'redoc.html': () => renderRedoc(api.title),
    'redoc/redoc.standalone.js': readRedocScript,
  }
  await app.register(async (pages) => {
    await protectPages(pages)
    await serveSwaggerUi(pages, api.title)
    pages.get('/', HIDDEN, (request, reply) => {
      const html = renderLandingPage(api, operations, baseUrlOf(request))
      reply.headers({ 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(html)
    })
    for (const [name, render] of Object.entries(files)) {
      pages.get(`/${name.replace('.html', '')}`, HIDDEN, staticFileHandler(name, render))
    }
    // With a slash at the end, the relative links of a page would not work.
    for (const name of ['redoc', 'errors']) {
      pages.get(`/${name}/`, HIDDEN, (_request, reply) => void reply.redirect(`../${name}`, 308))
    }
  })
  const renderDocument = () => `${JSON.stringify(app.swagger())}\n`
  app.get('/openapi.json', HIDDEN, staticFileHandler('openapi.json', renderDocument))
}

/** Reads the script of Redoc and removes its only external resource, an image on `cdn.redoc.ly`. */
function readRedocScript(): string {
  const script = readFileSync(findRedocScript(), 'utf8')
  return script.replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+/g, 'data:,')
}

function renderRedoc(title: string): string {
  return renderHtmlPage({
    title: `${title} · Redoc`,
    head: `<style>body { margin: 0 }</style>`,
    body: `<redoc spec-url="openapi.json" hide-download-button="false"></redoc>
<script src="redoc/redoc.standalone.js"></script>`,
  })
}
