// Serves the documentation pages. They load no resources from other origins.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRedocScript } from '@qb/http/docs-files'
import type { FastifyInstance } from 'fastify'
import { baseUrlOf } from '../base-path.ts'
import type { Operation } from '../operation/operation.ts'
import type { ErrorFormat } from '../problems/error-response.ts'
import { ROOT } from '../root.ts'
import { addCurlSamples } from './curl-samples.ts'
import { renderHtmlPage, type Site } from './html-page.ts'
import { renderErrorsPage, renderLandingPage } from './landing-page.ts'
import { type ApiDescription, shortenForReaders } from './openapi.ts'
import { protectPages } from './page-policy.ts'
import { FILE, HIDDEN, readPageFile, staticFileHandler } from './static-files.ts'
import { serveSwaggerUi } from './swagger-ui.ts'

/** The stylesheet and the font of all pages. The quiz has them in its own folder, so that it can be copied and served anywhere. */
const QUIZ_FILES = ['site.css', 'figtree.woff2', 'figtree-ext.woff2']

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
    ...Object.fromEntries(
      QUIZ_FILES.map((name) => [name, () => readFileSync(join(ROOT, 'examples/quiz', name))]),
    ),
    'site.js': () => readPageFile('site.js'),
    'errors.html': () => renderErrorsPage(api, operations, errorFormat, app.basePath),
    'redoc.html': () => renderRedoc(api),
    'redoc/page.css': () => readPageFile('redoc.css'),
    'redoc/page.js': () => renderRedocScript(app.swagger(), api),
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
      pages.get(`/${name.replace('.html', '')}`, FILE, staticFileHandler(name, render))
    }
    // With a slash at the end, the relative links of a page would not work.
    for (const name of ['redoc', 'errors']) {
      pages.get(`/${name}/`, HIDDEN, (_request, reply) => void reply.redirect(`../${name}`, 308))
    }
  })
  const renderDocument = () => `${JSON.stringify(app.swagger())}\n`
  app.get('/openapi.json', FILE, staticFileHandler('openapi.json', renderDocument))
}

/**
 * Reads the script of Redoc, removes its only external resource, an image on `cdn.redoc.ly`, and writes limits as `≤ 100`, `1 to 50`
 * and `each ≤ 100 characters`.
 */
function readRedocScript(): string {
  const script = readFileSync(findRedocScript(), 'utf8')
  return script
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+/g, 'data:,')
    .replaceAll(
      /([`"])([<>])= (?=\$\{\w+\} |"\}\$\{)/g,
      (_, quote, sign) => `${quote}${sign === '<' ? '≤' : '≥'} `,
    )
    .replace(/`\[ (\$\{\w+\}) \.\. (\$\{\w+\}) \] /, '`$1 to $2 ')
    .replace(/"\[ items",(.{0,300}?)," \]"\)/, '"each ",$1)')
}

/** Renders the script that starts Redoc. */
function renderRedocScript(document: object, api: ApiDescription): string {
  const shown = addCurlSamples(shortenForReaders(structuredClone(document), api), api.credential)
  const text = JSON.stringify(JSON.stringify(shown))
  return `const documentText = ${text}\n${['attributes.js', 'site.js', 'redoc.js'].map(readPageFile).join('')}`
}

function renderRedoc(site: Site): string {
  return renderHtmlPage(
    site,
    {
      title: `Reference · ${site.title}`,
      head: '<link rel="stylesheet" href="redoc/page.css">',
      body: `<redoc></redoc>
<script src="redoc/redoc.standalone.js"></script>
<script src="redoc/page.js"></script>`,
    },
    'redoc',
  )
}
