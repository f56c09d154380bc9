// Serves Swagger UI at `/docs`. Its links are relative, so that it works behind a path prefix.
import { findSwaggerUiFolder } from '@qb/http/docs-files'
import type { FastifyInstance } from 'fastify'
import { createUnknownRouteError } from '../problems/error-handlers.ts'
import { escapeHtml } from './escape-html.ts'
import { renderHtmlPage } from './html-page.ts'
import { moveDefaultsToDescriptions } from './openapi-repairs.ts'
import { lazily, makeStaticFile, openStaticFolder, sendStaticFile } from './static-files.ts'

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const

/** @see https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/ */
const OPTIONS = {
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
}

/**
 * The styles of the page: its header, a shorter head of the document, and narrow screens, for which Swagger UI has hardly
 * any. The list of servers is hidden, because it has one choice. Its band stays when it contains the Authorize button.
 */
const STYLES = `body { margin: 0; background: #fafafa }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; padding: .9rem 1.25rem; background: #16213a; font: 16px/1.5 system-ui, sans-serif }
header a { color: #c9d6ff; text-decoration: none } header a:hover { text-decoration: underline }
header .product { color: #fff; font-weight: 650; font-size: 1.15rem; margin-right: auto }
.swagger-ui .info { margin: 1.5rem 0 }
.swagger-ui .info .title { margin: 0 }
.swagger-ui .info p { margin: .5rem 0 }
.swagger-ui .scheme-container { margin: 0; padding: 1rem 0 }
.swagger-ui .scheme-container .schemes { justify-content: flex-end }
.swagger-ui .scheme-container .schemes .schemes-server-container { display: none }
.swagger-ui .scheme-container:not(:has(.authorize)) { display: none }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 .75rem }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; flex: 1 1 60% }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: .25rem 0 0 .25rem }
  .swagger-ui .opblock-body .table-container { overflow-x: auto; padding: .75rem }
  .swagger-ui table.parameters, .swagger-ui table.parameters > tbody, .swagger-ui table.parameters > tbody > tr, .swagger-ui table.parameters > tbody > tr > td { display: block; width: auto; max-width: none; padding-left: 0 }
  .swagger-ui table.parameters > thead { display: none }
  .swagger-ui .parameters-col_description input[type=text], .swagger-ui .parameters-col_description select { max-width: 100%; width: 100% }
  .swagger-ui .responses-inner { padding: .75rem }
  .swagger-ui .col_header.response-col_links, .swagger-ui .response-col_links { display: none }
}
`

/** Serves the page and its files. The OpenAPI document is generated on the first request. */
export function serveSwaggerUi(app: FastifyInstance, title: string): void {
  const options = { schema: { hide: true } }
  const page = renderPage(title)
  app.get('/docs', options, (_request, reply) => {
    reply.type('text/html; charset=utf-8').send(page)
  })
  const styles = makeStaticFile(CSS, Buffer.from(STYLES))
  const initializer = lazily(() => makeStaticFile(JAVASCRIPT, Buffer.from(renderInitializer(app.swagger()))))
  const findFile = lazily(() => openStaticFolder(findSwaggerUiFolder()))
  app.get('/docs/page.css', options, (request, reply) => sendStaticFile(request, reply, styles))
  app.get('/docs/initializer.js', options, (request, reply) => sendStaticFile(request, reply, initializer()))
  for (const name of FILES) {
    app.get(`/docs/${name}`, options, (request, reply) => {
      const file = findFile()(name)
      if (!file) throw createUnknownRouteError(request)
      sendStaticFile(request, reply, file)
    })
  }
}

/** Renders the script that starts Swagger UI. It contains the document, without the defaults of parameters. */
function renderInitializer(document: object): string {
  const spec = moveDefaultsToDescriptions(structuredClone(document))
  return `SwaggerUIBundle(${JSON.stringify({ ...OPTIONS, spec })})\n`
}

function renderPage(title: string): string {
  return renderHtmlPage({
    title: `${title} · Swagger UI`,
    head: `<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">`,
    body: `<header>
<a class="product" href="./">${escapeHtml(title)}</a>
<a href="redoc">Redoc</a>
<a href="openapi.json">OpenAPI 3.1</a>
</header>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/initializer.js"></script>`,
  })
}
