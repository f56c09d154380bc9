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
import { moveDefaultsToDescriptions, shortenForReaders } from './openapi.ts'
import { HIDDEN, staticFileHandler } from './static-files.ts'

/**
 * The styles of the page: the colours and the fonts of the other pages in both schemes, a shorter head of the document, and
 * narrow screens, for which Swagger UI has hardly any. The list of servers is hidden, because it has one choice.
 */
const STYLES = `@import url("../../../site.css");
body { margin: 0 }
:is(html, html.dark-mode) :is(body, .swagger-ui) { background: var(--page) }
:is(html, html.dark-mode) .swagger-ui.swagger-ui {
  &, :is(.info .title, .info .title small, .info .title small pre, .opblock-tag, .opblock-title, .btn, button, input, select, label, p, .info a, h2, h3, h4, h5, table, th, .tab li, .json-schema-2020-12__title) { font-family: Figtree, system-ui, sans-serif }
  :is(.opblock .opblock-summary-description, .opblock .opblock-summary-method, .opblock .opblock-section-header h4, table thead tr :is(td, th), .response-col_status, .model-example .tab button, .opblock-description-wrapper p, .response-col_description p, .json-schema-2020-12-accordion, .json-schema-2020-12-expand-deep-button) { font-family: Figtree, system-ui, sans-serif }
  :is(.json-schema-2020-12-property .json-schema-2020-12__title, .parameter__name, .parameter__type, .opblock-summary-path, .opblock-summary-path a, code) { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace }
  .wrapper { max-width: 70rem; padding: 0 1rem }

  .info { margin: 1.5rem 0 }
  .info .title { margin: 0; color: var(--text) }
  .info p { max-width: 46rem; margin: .5rem 0; color: var(--muted); font-size: 1rem }
  .info a { color: var(--accent); font-size: inherit }
  .info .title small { padding: .15rem .5rem; vertical-align: middle }
  .info__license { display: none }
  .info .title small { top: 0; background: var(--accent-tint) }
  .info .title small pre { color: var(--accent) }
  .info .title small.version-stamp { background: var(--correct-tint) }
  .info .title small.version-stamp pre { color: var(--correct) }

  .scheme-container { margin: 0; padding: 0 0 1rem; background: none; box-shadow: none }
  .scheme-container .schemes { justify-content: flex-end }
  .scheme-container .schemes .schemes-server-container, .scheme-container:not(:has(.authorize)) { display: none }

  .opblock-tag { margin: 0 0 .5rem; padding: .5rem 0; color: var(--text); font-size: 1.25rem; border: 0 }
  .opblock-tag-section { margin-bottom: 1.25rem }
  .opblock-tag-section .opblock { margin-bottom: .5rem }
  .opblock-tag:hover { background: none }
  .opblock-tag small p { margin: 0 }
  :is(.opblock-tag small, .opblock-tag small p) { padding-block: 0; color: var(--muted) }
  .view-line-link.copy-to-clipboard { display: none }
  .opblock:is(.opblock-get, .opblock-post) { overflow: hidden; background: var(--card); border-color: var(--border); border-radius: var(--radius); box-shadow: none }
  .opblock:is(.opblock-get, .opblock-post) .opblock-summary { border-color: var(--border) }
  .opblock .opblock-summary-control:focus:not(:focus-visible) { outline: none }
  .opblock .opblock-summary-control:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  .opblock .opblock-summary-method { min-width: 4.5rem; border-radius: .5rem; text-shadow: none }
  .opblock .opblock-summary-path { color: var(--text) }
  .opblock .opblock-summary-description { color: var(--muted); font-size: .9375rem }
  .opblock.opblock-get .opblock-summary-method { color: var(--accent); background: var(--accent-tint) }
  .opblock.opblock-post .opblock-summary-method { color: var(--correct); background: var(--correct-tint) }
  .opblock:is(.opblock-get, .opblock-post) .opblock-section-header { background: none; border-top: 1px solid var(--border); box-shadow: none }
  .opblock:is(.opblock-get, .opblock-post) .opblock-section-header .tab-header .tab-item.active .opblock-title span::after { background: var(--accent) }
  :is(.opblock-description-wrapper, .renderedMarkdown) :is(p, li, td) { font: .9375rem/1.55 Figtree, system-ui, sans-serif; color: var(--text) }
  .opblock-description-wrapper :is(p, ul, ol) { max-width: 46rem; margin-inline: 0 }
  .parameter__name.required span, .parameter__name.required::after { color: var(--incorrect) }
  .parameter__name.required::after { font-size: .75rem }
  .parameters-col_name { min-width: 12rem }
  .parameters input::placeholder { color: transparent }
  :is(.parameter__type, .parameter__in) { display: inline; margin-inline-end: .5rem; padding: 0; font-style: normal; font-weight: 400 }
  .parameter__deprecated:empty { display: none }
  :is(.parameters-col_description, .response-col_description) .renderedMarkdown { max-width: 46rem }
  :is(table thead tr :is(td, th), .col_header, .response-col_status) { font-size: .875rem }
  .opblock-section-header .tab-item.active .opblock-title span::after { display: none }
  :is(.parameters select, .json-schema-form-item-add, .response-controls select) { min-height: 2.4rem; font-size: .875rem }
  /* After a request, its response is what counts. “Clear” shows the documented ones again. */
  :is(.responses-inner > div:has(.live-responses-table) + .responses-table, .responses-inner > div > h4, .request-url) { display: none }
  :is(.opblock-tag, .models button, .models-control, .json-schema-2020-12-accordion):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .25rem }
  :is(.authorization__btn, .authorization__btn svg) { opacity: 1; fill: var(--muted) }
  :is(.parameter__in, .parameter__type, .json-schema-2020-12-expand-deep-button, .header-col) { color: var(--muted) }
  :is(.parameters-col_description, .response-col_description) .renderedMarkdown p { margin-block: 0 .5rem }
  :is(table, thead, tbody, tr, td, th, .opblock-section-header, .responses-inner h4, .responses-inner h5) { border-color: var(--border) !important }
  table thead tr :is(td, th) { color: var(--muted); border-color: var(--border) }
  .responses-table > tbody > tr > td { padding-block: .625rem; border-top: 1px solid var(--border) }
  /* What takes space and says nothing: links that no response has, header fields of other responses than 2xx, the media type
     when there is one only, and a button that leaves the form, with which every operation begins. */
  :is(.col_header.response-col_links, .response-col_links, .response:not([data-code^="2"]) .headers-wrapper, .try-out) { display: none }
  :is(.response-control-media-type__accept-message, .response-control-media-type:not(:has(option + option)), .body-param-content-type:not(:has(option + option))) { display: none }
  .response-controls:not(:has(option + option)) { padding: 0 }
  :is(input:not([type=file]), select, select.content-type.content-type, textarea) { color: var(--text); background-color: var(--card); border: 1.5px solid var(--border-strong); border-radius: .5rem; box-shadow: none }
  select, select.content-type.content-type { background-size: 1.25rem }
  input:focus-visible, select:focus-visible, textarea:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
  :is(.markdown, .renderedMarkdown) code { padding: .1em .35em; color: var(--text); font-weight: 400; font-size: .875em; background: color-mix(in srgb, var(--border) 60%, transparent); border-radius: .35em }

  .btn { border-radius: .5rem; box-shadow: none }
  .btn:is(.execute, .authorize, .modal-btn.authorize) { color: var(--on-accent); background: var(--accent); border-color: var(--accent) }
  :is(.btn.authorize, .auth-btn-wrapper .btn) { display: inline-flex; gap: .5rem; align-items: center; justify-content: center }
  .btn.authorize span { float: none; padding: 0 }
  .modal-ux-content { max-height: min(75dvh, 40rem); padding: 0 0 1.5rem }
  .dialog-ux .modal-ux { width: min(36rem, calc(100vw - 2rem)); min-width: 0; max-width: none }
  .auth-container { margin: 0; padding: 1.25rem }
  .auth-container .wrapper { padding: 0 }
  .auth-container h4 { margin: 0 0 .5rem; font-size: 0 }
  .auth-container h4 code { padding: 0; color: var(--text); font: 650 1.125rem Figtree, sans-serif; background: none }
  .auth-container :is(section, input[type=text]) { width: 100%; max-width: none }
  .auth-container h6 { margin: 0 0 .5rem; color: var(--correct); font: 650 .9375rem Figtree, sans-serif }
  .btn.authorize svg, .scheme-container .btn.authorize svg { color: var(--on-accent); fill: var(--on-accent) }
  .btn:is(.cancel, .btn-clear, .btn-done, .modal-btn.btn-done), .try-out__btn.cancel { color: var(--text); background: none; border-color: var(--border-strong) }
  .execute-wrapper { padding: 0 1.25rem 1.25rem; text-align: start }
  .btn.execute { width: auto; min-width: 9rem }
  .opblock :is(.execute, .btn-clear) { min-height: 2.5rem }
  .opblock :is(h4, h5, h4.opblock-title, .tab li, .tab li button, label, .responses-inner h4, .responses-inner h5) { font-size: .875rem; font-weight: 650 }
  .opblock .tab li:not(.active), .opblock .tab li:not(.active) button { font-weight: 400 }
  .opblock pre.microlight, .opblock .curl-command pre { padding: .875rem 1rem !important }
  .btn-group { gap: .5rem; padding: 0 1.25rem 1.25rem }
  .btn-group .btn { flex: 0 1 9rem; border-radius: .5rem }
  /* One button closes the dialog, below all its fields. */
  .auth-container:not(:last-child) .btn-done { display: none }
  .auth-btn-wrapper { justify-content: start; padding: .75rem 0 0 }
  .dialog-ux .modal-ux { background: var(--card); border: 1px solid var(--border); border-radius: var(--radius) }
  .dialog-ux .modal-ux :is(h3, h4, p, label) { color: var(--text) }

  .opblock .highlight-code > pre.microlight, .opblock pre.microlight { background: #10131e !important; border: 1px solid var(--border); border-radius: var(--radius) }
  :is(.highlight-code pre, .highlight-code code, pre.microlight, pre.microlight span, textarea.body-param__text) { font-weight: 400; font-size: .8125rem; line-height: 1.55 }
  .highlight-code:has(.download-contents, .copy-to-clipboard) > pre.microlight { padding: .875rem 1rem 3.25rem !important }
  .highlight-code pre, .highlight-code code, pre.microlight { word-break: normal; overflow-wrap: anywhere }
  /* The names, strings and other values of JSON, as on the other pages. The library sets its colours inline. */
  .microlight .hljs-attr { color: #a3b3ff }
  .microlight span[style*="181, 189, 104"] { color: #72dd9c !important }
  .microlight span[style*="222, 147, 95"] { color: #ffc83d !important }
  :is(.copy-to-clipboard:not(.view-line-link), .download-contents) { bottom: .75rem; height: 2rem; color: #eceef8; background: #2e3449; border-radius: .5rem }
  .download-contents { right: .75rem; width: auto; padding: 0 .75rem; font-size: .8125rem }
  .copy-to-clipboard:not(.view-line-link) { right: .75rem; width: 2rem }
  .copy-to-clipboard:not(.view-line-link) button { width: 2rem; height: 2rem; background-position: center }
  .copy-to-clipboard:has(+ .download-contents) { right: 7rem }

  section.models { margin-top: 2.5rem; background: var(--card); border-color: var(--border); border-radius: var(--radius) }
  section.models h4 { border-color: var(--border) }
  section.models :is(h4, h4 span, .json-schema-2020-12__title) { color: var(--text) }
  section.models .json-schema-2020-12 { margin: 0; padding: 0 }
  section.models .json-schema-2020-12:not(.json-schema-2020-12 *) { padding: .5rem 1.25rem }
  .json-schema-2020-12-property .json-schema-2020-12-expand-deep-button { display: none }
  .json-schema-2020-12__attribute { color: var(--muted) }
  section.models .model-container, section.models .json-schema-2020-12 { background: none }
  .json-schema-2020-12, .json-schema-2020-12 :is(button, .json-schema-2020-12-accordion) { color: var(--text); background: none }
  .json-schema-2020-12-body { border-color: var(--border) }

  @media (min-width: 641px) {
    .scheme-container .schemes { margin-top: -3.75rem }
  }

  @media (max-width: 640px) {
    .wrapper { padding: 0 1rem }
    .info .title { font-size: 1.75rem }
    .opblock .opblock-summary-path { font-size: .875rem }
    .opblock-tag { flex-wrap: wrap; padding: .5rem 0 }
    .opblock-tag button { margin-inline-start: auto }
    .opblock-tag small { flex-basis: 100%; order: 1; padding: 0 }
    .opblock .opblock-summary-control { flex-wrap: wrap; gap: .25rem .5rem; padding: .375rem }
    .opblock .opblock-summary-method { min-width: 4rem; margin-inline-start: .25rem; padding: .25rem 0; font-size: .8125rem }
    .opblock :is(.opblock-summary-path-description-wrapper, .opblock-summary-path, .opblock-summary-description) { flex: 1 0 100%; max-width: none; margin: 0; padding: 0 .25rem }
    :is(.opblock-body .table-container, .opblock-description-wrapper, .opblock .opblock-section-header, .execute-wrapper, .btn-group) { padding: .75rem 1rem }
    .opblock-body .table-container { overflow-x: auto }
    :is(select, .btn, .parameters-col_description input) { min-height: 2.75rem }
    :is(table.responses-table, .responses-table > tbody, .responses-table > tbody > tr, .responses-table > tbody > tr > td) { display: block; width: auto; padding-inline: 0 }
    .responses-table > thead { display: none }
    .responses-table .response-col_status { padding-bottom: .25rem; font-weight: 700 }
    table.parameters, table.parameters > tbody, table.parameters > tbody > tr, table.parameters > tbody > tr > td { display: block; width: auto; max-width: none; padding-left: 0 }
    table.parameters > thead { display: none }
    .parameters-col_description :is(input[type=text], select) { width: 100%; max-width: 100% }
    .responses-inner { padding: .75rem 1rem }
  }
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
  ['.json-schema-form-item input', 'aria-label', 'One value of the parameter'],
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
        defaultModelsExpandDepth: 0,
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
  const spec = moveDefaultsToDescriptions(shortenForReaders(structuredClone(document))) as {
    info: { description?: string }
  }
  spec.info.description = `${site.summary} The [reference](redoc) has the rules that all operations share.`
  return `const viewport = { name: 'viewport', content: 'width=device-width, initial-scale=1' }
document.head.append(Object.assign(document.createElement('meta'), viewport))
const dark = matchMedia('(prefers-color-scheme: dark)')
const setScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
setScheme()
dark.addEventListener('change', setScheme)
document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(header)})
var openApiDocument = ${JSON.stringify(spec)}
// The dialog would focus its last field.
document.addEventListener('click', ({ target }) => {
  if (target.closest('.authorize, .authorization__btn')) setTimeout(() => document.querySelector('.auth-container input')?.focus())
})
${renderAttributeScript(ATTRIBUTES)}`
}
