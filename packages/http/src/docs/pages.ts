// Serves the documentation pages. They load no resources from other origins.
import { readFileSync } from 'node:fs'
import { findRedocScript } from '@qb/http/docs-files'
import type { FastifyInstance } from 'fastify'
import { baseUrlOf } from '../base-path.ts'
import type { Operation } from '../operation/operation.ts'
import type { ErrorFormat } from '../problems/error-response.ts'
import { renderAttributeScript } from './attributes.ts'
import { addCurlSamples, BASE_URL } from './curl-samples.ts'
import { renderHtmlPage, type Site } from './html-page.ts'
import { renderErrorsPage, renderLandingPage } from './landing-page.ts'
import { type ApiDescription, shortenForReaders } from './openapi.ts'
import { protectPages } from './page-policy.ts'
import { SITE_FILES } from './site-files.ts'
import { HIDDEN, staticFileHandler } from './static-files.ts'
import { serveSwaggerUi } from './swagger-ui.ts'

/**
 * Serves the landing page at `/`, the errors at `/errors`, Swagger UI at `/docs`, Redoc at `/redoc`, and the
 * document at `/openapi.json`. The content security policy of the pages forbids other origins, and scripts that are not files.
 */
export async function serveDocs(
  app: FastifyInstance,
  api: ApiDescription,
  operations: readonly Operation<never, string>[],
  errorFormat: ErrorFormat,
): Promise<void> {
  const files: Readonly<Record<string, () => string | Buffer>> = {
    ...SITE_FILES,
    'errors.html': () => renderErrorsPage(api, operations, errorFormat),
    'redoc.html': () => renderRedoc(api),
    'redoc/page.css': () => REDOC_STYLES,
    'redoc/page.js': () =>
      renderRedocScript(addCurlSamples(shortenForReaders(structuredClone(app.swagger())), api.credential)),
    'redoc/redoc.standalone.js': readRedocScript,
  }
  await app.register(async (pages) => {
    await protectPages(pages)
    await serveSwaggerUi(pages, api)
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

/** The colours of the methods are those of Swagger UI, with white text. */
const METHOD_COLOURS = { get: '#2743d9', post: '#12693a' }

/** The colours of Redoc. It computes further colours from them, so they cannot be variables of CSS. */
const LIGHT_THEME = {
  colors: {
    primary: { main: '#2743d9' },
    success: { main: '#12693a' },
    warning: { main: '#7a4b00' },
    error: { main: '#a8182f' },
    text: { primary: '#14172b', secondary: '#565b73' },
    http: METHOD_COLOURS,
  },
  schema: { linesColor: '#8b8fa5', typeNameColor: '#565b73', typeTitleColor: '#565b73' },
  fab: { backgroundColor: '#2743d9', color: '#ffffff' },
  sidebar: { backgroundColor: '#f7f6f2', textColor: '#14172b' },
  rightPanel: { backgroundColor: '#f7f6f2' },
  codeBlock: { backgroundColor: '#10131e' },
  typography: {
    links: { color: '#2743d9', visited: '#2743d9', hover: '#14172b' },
    code: { color: '#14172b', backgroundColor: '#eceae3' },
  },
}

const DARK_THEME = {
  colors: {
    primary: { main: '#a3b3ff' },
    success: { main: '#72dd9c' },
    warning: { main: '#ffc83d' },
    error: { main: '#ff9dab' },
    text: { primary: '#eceef8', secondary: '#a9afc8' },
    border: { dark: '#737a99', light: '#2e3449' },
    http: METHOD_COLOURS,
    responses: {
      success: { color: '#72dd9c', backgroundColor: '#16352a' },
      error: { color: '#ff9dab', backgroundColor: '#3e1f2a' },
    },
  },
  schema: {
    linesColor: '#737a99',
    nestedBackground: '#1a1e2d',
    typeNameColor: '#a9afc8',
    typeTitleColor: '#a9afc8',
  },
  sidebar: { backgroundColor: '#10131e', textColor: '#eceef8' },
  rightPanel: { backgroundColor: '#10131e' },
  codeBlock: { backgroundColor: '#1a1e2d' },
  fab: { backgroundColor: '#2e3449', color: '#eceef8' },
  typography: {
    links: { color: '#a3b3ff', visited: '#a3b3ff', hover: '#eceef8' },
    code: { color: '#eceef8', backgroundColor: '#2e3449' },
  },
}

/**
 * Renders the script that starts Redoc with its fonts and colours. A change of the colour scheme loads the page again.
 * @param document the OpenAPI document, in which the page replaces the URL of the service
 */
function renderRedocScript(document: object): string {
  return `const dark = matchMedia('(prefers-color-scheme: dark)')
const font = 'Figtree, system-ui, sans-serif'
const codeFont = 'ui-monospace, "SF Mono", Menlo, Consolas, monospace'
const theme = ${JSON.stringify(LIGHT_THEME)}
if (dark.matches) Object.assign(theme, ${JSON.stringify(DARK_THEME)})
if (matchMedia('(max-width: 40rem)').matches) theme.spacing = { sectionHorizontal: 17 }
theme.typography = {
  ...theme.typography,
  fontSize: '16px',
  lineHeight: '1.6',
  fontFamily: font,
  headings: { fontFamily: font, fontWeight: '650' },
  code: { ...theme.typography.code, fontFamily: codeFont },
}
const baseUrl = new URL('.', location).href.slice(0, -1)
const openApiDocument = JSON.parse(${JSON.stringify(JSON.stringify(document))}.replaceAll('${BASE_URL}', baseUrl))
Redoc.init(openApiDocument, { theme, hideDownloadButtons: true, jsonSampleExpandLevel: 'all', scrollYOffset: '.site-header' }, document.querySelector('redoc'))
dark.addEventListener('change', () => location.reload())
${renderAttributeScript([
  ['redoc', 'role', 'main'],
  ['redoc h5', 'aria-level', '3'],
  ['redoc [role="menuitem"]', 'aria-label', null],
  ['redoc pre', 'tabindex', '0'],
])}`
}

/** The colours that Redoc computes or has no setting for. */
const REDOC_STYLES = `.site-header { position: sticky; top: 0; z-index: 200; max-width: none; padding-inline: clamp(1rem, 1.5vw, 1.25rem); background: var(--page); border-bottom: 1px solid var(--border) }
redoc h5[class], redoc h5 span[class], redoc td > div > div > span[class] { color: var(--muted) }
redoc [role="tab"][class][id] { color: #eceef8 }
redoc [role="tab"][aria-selected="true"][class][id] { color: #14172b }
redoc [role="menuitem"] > label[class] { padding-block: .45rem }
redoc button strong[class] { font-family: Figtree, system-ui, sans-serif }
redoc .http-verb { border-radius: .375rem }
redoc [data-section-id^="operation/"] > div:last-child > div:first-child > button { border-radius: var(--radius) }
redoc code:not(pre code, .redoc-json code) { border: 0 !important; border-radius: .35em }
redoc [role="tabpanel"] > div > div + div[class] { margin-top: 0; padding-top: 0 }
redoc [role="search"] { margin-top: .75rem }
redoc h3[class] { color: var(--text) }
redoc :is(pre, code) .token[class] { color: #eceef8 }
redoc :is(pre, code) .token.string[class] { color: #72dd9c }
redoc code .token.property[class][class] { color: #a3b3ff }
redoc code .token:is(.boolean, .null, .keyword, .number)[class] { color: #ffc83d }
/* Every body of this service is JSON. */
redoc [role="tabpanel"] div:has(> span[class] + div[class]) { display: none }
redoc .react-tabs__tab-panel[class][id], redoc .redoc-markdown pre { border-radius: var(--radius) }
redoc [role="tab"][class][id] { border-radius: .5rem }
redoc :is(.redoc-json, .redoc-markdown pre) code, redoc pre code[class][class] { white-space: pre-wrap; overflow-wrap: anywhere }
redoc div:has(> h5 + svg) { display: flex; align-items: center }
redoc .redoc-wrap > div:last-child[class] { background: none }
/* The introduction has no samples beside it. */
@media (min-width: 75rem) { redoc :is(.api-content > div:first-child > div > div, [data-section-id^="section/"] > :is(div:last-child, div > div))[class] { width: 100%; max-width: 54rem } }
redoc [data-section-id^="section/"] { padding-block: 0 }
redoc [data-section-id^="section/"] h2[class] { margin: 1rem 0 .5rem }
redoc [data-section-id^="section/"] > div[class] { padding-block: .25rem }
redoc [data-section-id^="section/"] > div > div[class] { padding-block: 0 }
redoc [data-section-id^="section/"] { padding-top: .75rem }
redoc [data-section-id^="section/"] .redoc-markdown > :first-child { margin-top: 0 }
@media (prefers-color-scheme: dark) { redoc [data-section-id] svg polygon { fill: #eceef8 } }
redoc input::placeholder { color: var(--muted); opacity: 1 }
redoc :is(td, th)[class], redoc h5[class] { border-color: var(--border) }
redoc .operation-type[type] { width: 2.5rem; height: 1rem; margin-top: .35rem; padding: 0; font: 700 .625rem/1rem Figtree, sans-serif }
redoc [role="menuitem"] > .active[class][class] { background: var(--accent-tint) }
redoc [data-section-id*="operation/"] button span, redoc [data-section-id*="operation/"] button + div { white-space: normal; overflow-wrap: anywhere }
redoc pre[class], redoc .redoc-markdown pre { white-space: pre-wrap; overflow-wrap: anywhere; border-color: var(--border) }
redoc .api-content > div:first-child { padding-bottom: 1rem }
`

function renderRedoc(site: Site): string {
  return renderHtmlPage(
    site,
    {
      title: `${site.title} · Redoc`,
      head: '<link rel="stylesheet" href="redoc/page.css">',
      body: `<redoc></redoc>
<script src="redoc/redoc.standalone.js"></script>
<script src="redoc/page.js"></script>`,
    },
    'redoc',
  )
}
