// Serves Swagger UI at `/docs`.
// @see https://github.com/fastify/fastify-swagger-ui
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swaggerUi from '@fastify/swagger-ui'
import { findSwaggerUiFolder } from '@qb/http/docs-files'
import type { FastifyInstance } from 'fastify'
import { createUnknownRouteError } from '../problems/error-handlers.ts'
import { type AttributeRow, renderAttributeScript } from './attributes.ts'
import { escapeHtml, renderHeader } from './html-page.ts'
import type { LandingPage } from './landing-page.ts'
import { moveDefaultsToDescriptions } from './openapi.ts'
import { HIDDEN, staticFileHandler } from './static-files.ts'

/**
 * The styles of the page: its header, a shorter head of the document, and narrow screens, for which Swagger UI has hardly
 * any. The list of servers is hidden, because it has one choice. Its band stays when it contains the Authorize button.
 */
const STYLES = `@import url("../../../site.css");
body { margin: 0; background: var(--page) }
html.dark-mode, html.dark-mode :is(body, .swagger-ui) { background: var(--page) }
.swagger-ui .wrapper { max-width: 70rem; padding: 0 1rem }
.swagger-ui .info__license { display: none }
.swagger-ui, .swagger-ui :is(.info .title, .opblock-tag, .opblock .opblock-summary-description, .btn, label, p, h2, h3, h4, h5, table) { font-family: Figtree, system-ui, sans-serif }
.swagger-ui .info { margin: 1.5rem 0 }
.swagger-ui :is(.info .title small, .info .title small pre, .opblock .opblock-summary-method, .btn, input, select, .info a) { font-family: Figtree, system-ui, sans-serif }
:is(html, html.dark-mode) .swagger-ui .info .title small { top: -.35em; background: var(--accent-tint) }
:is(html, html.dark-mode) .swagger-ui .info .title small pre { color: var(--accent) }
:is(html, html.dark-mode) .swagger-ui .info a { color: var(--accent) }
:is(html, html.dark-mode) .swagger-ui .opblock:is(.opblock-get, .opblock-post) .opblock-section-header { background: none; box-shadow: none }
:is(html, html.dark-mode) .swagger-ui .opblock .tab-header .tab-item.active h4 span::after { background: var(--accent) }
:is(html, html.dark-mode) .swagger-ui .btn.execute { color: var(--on-accent); background: var(--accent); border-color: var(--accent) }
.swagger-ui .opblock { border-radius: var(--radius); overflow: hidden }
:is(html, html.dark-mode) .swagger-ui .opblock:is(.opblock-get, .opblock-post) { background: var(--card); border-color: var(--border); box-shadow: none }
:is(html, html.dark-mode) .swagger-ui .opblock:is(.opblock-get, .opblock-post) .opblock-summary { border-color: var(--border) }
.swagger-ui .opblock .opblock-summary-method { min-width: 4.5rem; border-radius: .5rem; text-shadow: none }
:is(html, html.dark-mode) .swagger-ui .opblock.opblock-get .opblock-summary-method { color: var(--accent); background: var(--accent-tint) }
:is(html, html.dark-mode) .swagger-ui .opblock.opblock-post .opblock-summary-method { color: var(--correct); background: var(--correct-tint) }
.swagger-ui .opblock-tag { border-color: var(--border) }
:is(html, html.dark-mode) .swagger-ui .info .title small.version-stamp { background: var(--correct-tint) }
:is(html, html.dark-mode) .swagger-ui .info .title small.version-stamp pre { color: var(--correct) }
:is(html, html.dark-mode) .swagger-ui .btn:is(.cancel, .authorize) { color: var(--text); border-color: var(--border-strong) }
:is(html, html.dark-mode) .swagger-ui .btn.authorize svg { fill: var(--text) }
:is(html, html.dark-mode) .swagger-ui :is(.parameter__in, .parameter__type, .json-schema-2020-12-expand-deep-button, .header-col) { color: var(--muted) }
:is(html, html.dark-mode) .swagger-ui .dialog-ux .modal-ux { background: var(--card); border-color: var(--border); border-radius: var(--radius) }
.swagger-ui .download-contents { background: #4a5068 }
.swagger-ui .info .title { margin: 0 }
.swagger-ui .info p { margin: .5rem 0 }
:is(html, html.dark-mode) .swagger-ui .scheme-container { margin: 0; padding: 0; background: none; box-shadow: none }
.swagger-ui .scheme-container .schemes { justify-content: flex-end }
.swagger-ui .scheme-container .schemes .schemes-server-container { display: none }
.swagger-ui .scheme-container:not(:has(.authorize)) { display: none }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 .75rem }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .opblock .opblock-summary-method { min-width: 4rem; padding: .25rem 0 }
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

/** The attributes that Swagger UI lacks: a landmark, levels of headings without gaps, names, and code that the keyboard scrolls. */
const ATTRIBUTES: readonly AttributeRow[] = [
  ['.information-container', 'role', 'region'],
  ['.information-container', 'aria-label', 'About'],
  ['.opblock-tag, .models > h4, .modal-ux-header h3', 'aria-level', '2'],
  ['.opblock-title, .modal-ux-content h4', 'aria-level', '3'],
  ['.modal-ux', 'role', 'dialog'],
  ['.modal-ux', 'aria-label', 'Authorization'],
  ['.close-modal', 'aria-label', 'Close'],
  ['.modal-ux .auth-btn-wrapper button', 'aria-label', null],
  ['.body-param__text', 'aria-label', 'Body'],
  ['.opblock-summary-control a', 'href', null],
  ['.responses-table', 'role', 'table'],
  ['.response-controls select, .content-type', 'aria-label', 'Media type'],
  ['.parameters select:not(.content-type)', 'aria-label', 'Value of the parameter'],
  ['pre.microlight', 'tabindex', '0'],
]

/** The variable of the page that contains the OpenAPI document. The plugin writes a function into its script as this text. */
const SPEC = Object.assign(() => undefined, { toString: () => 'openApiDocument' })

/** The routes of the plugin that respond themselves. */
const OWN_ROUTES = ['/docs', '/docs/static/swagger-initializer.js']

/** The files of the plugin that the page loads. An assembled service contains these files only. */
export const SWAGGER_UI_FILES = [
  'swagger-ui.css',
  'index.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-16x16.png',
  'favicon-32x32.png',
]

/**
 * Serves the page. All its files are sent from memory: the plugin would stream them from the disk, which leaks a file
 * descriptor for each pipelined request of a client that disconnects. Its other routes, such as `/docs/json`, are unknown.
 */
export async function serveSwaggerUi(app: FastifyInstance, site: LandingPage): Promise<void> {
  const folder = findSwaggerUiFolder()
  for (const name of SWAGGER_UI_FILES) {
    const sendFile = staticFileHandler(name, () => readFileSync(join(folder, name)))
    app.get(`/docs/static/${name}`, HIDDEN, sendFile)
  }
  const themeHandlers: Readonly<Record<string, ReturnType<typeof staticFileHandler>>> = {
    '/docs/static/theme/page.css': staticFileHandler('page.css', () => STYLES),
    '/docs/static/theme/page.js': staticFileHandler('page.js', () => renderScript(site, app.swagger())),
  }
  await app.register(async (scope) => {
    // After the hooks that count requests.
    scope.addHook('preHandler', (request, reply, done) => {
      // With a slash at the end, the relative links of the page would not work.
      if (/^[^?]*\/docs\/(?:\?|$)/.test(request.url)) return void reply.redirect('../docs', 308)
      const path = request.routeOptions.url ?? ''
      if (OWN_ROUTES.includes(path)) return done()
      const handle = themeHandlers[path]
      if (handle) handle(request, reply)
      else done(createUnknownRouteError(request))
    })
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      // Links are relative, so that they work behind a path prefix.
      indexPrefix: '.',
      // Without this option, the plugin would look for its files beside the bundle of the service.
      baseDir: folder,
      logo: { type: 'image/svg+xml', content: '' },
      theme: {
        title: `${escapeHtml(site.title)} · Swagger UI`,
        css: [{ filename: 'page.css', content: '' }],
        js: [{ filename: 'page.js', content: '' }],
      },
      uiConfig: {
        spec: SPEC,
        layout: 'BaseLayout',
        tryItOutEnabled: true,
        displayRequestDuration: true,
        syntaxHighlight: { theme: 'tomorrow-night' },
        docExpansion: 'list',
      },
    })
  })
}

/**
 * Renders the script of the page: its size on phones, its colour scheme, its header, and the document, without the defaults of
 * parameters. The description of the document is for readers of Redoc. Here it would stand in front of the operations.
 */
function renderScript(site: LandingPage, document: object): string {
  const header = renderHeader(site, 'docs')
  const spec = moveDefaultsToDescriptions(structuredClone(document)) as { info: { description?: string } }
  spec.info.description = `${site.summary} The [reference](redoc) has the rules that all operations share.`
  return `const viewport = { name: 'viewport', content: 'width=device-width, initial-scale=1' }
document.head.append(Object.assign(document.createElement('meta'), viewport))
const dark = matchMedia('(prefers-color-scheme: dark)')
const setScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
setScheme()
dark.addEventListener('change', setScheme)
document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(header)})
var openApiDocument = ${JSON.stringify(spec)}
${renderAttributeScript(ATTRIBUTES)}`
}
