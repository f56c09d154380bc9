// Serves Swagger UI at `/docs`.
// @see https://github.com/fastify/fastify-swagger-ui
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swaggerUi from '@fastify/swagger-ui'
import { findSwaggerUiFolder } from '@qb/http/docs-files'
import type { FastifyInstance } from 'fastify'
import { createUnknownRouteError } from '../problems/error-handlers.ts'
import { escapeHtml, renderHeader, renderIcon } from './html-page.ts'
import type { LandingPage } from './landing-page.ts'
import { moveDefaultsToDescriptions, shortenForReaders } from './openapi.ts'
import { FILE, readPageFile, staticFileHandler } from './static-files.ts'

/** A variable or a function of the script of the page. The plugin writes a function into its own script as its text. */
const nameOf = (name: string) => Object.assign(() => ({}), { toString: () => name })

/** The routes of the plugin that respond themselves. */
const OWN_ROUTES = ['/docs', '/docs/static/swagger-initializer.js']

/** The files of the plugin that the page loads. An assembled service contains these files only. */
export const SWAGGER_UI_FILES = [
  'swagger-ui.css',
  'index.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
]

/**
 * Serves the page. All its files are sent from memory: the plugin would stream them from the disk, which leaks a file
 * descriptor for each pipelined request of a client that disconnects. Its other routes, such as `/docs/json`, are unknown.
 */
export async function serveSwaggerUi(app: FastifyInstance, site: LandingPage): Promise<void> {
  const folder = findSwaggerUiFolder()
  for (const name of SWAGGER_UI_FILES) {
    const sendFile = staticFileHandler(name, () => readFileSync(join(folder, name)))
    app.get(`/docs/static/${name}`, FILE, sendFile)
  }
  const themeHandlers: Readonly<Record<string, ReturnType<typeof staticFileHandler>>> = {
    '/docs/static/theme/page.css': staticFileHandler('page.css', () => readPageFile('swagger-ui.css')),
    '/docs/static/theme/icon.svg': staticFileHandler('icon.svg', () => renderIcon(site.mark)),
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
        title: `Docs · ${escapeHtml(site.title)}`,
        favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: '' }],
        css: [{ filename: 'page.css', content: '' }],
        js: [{ filename: 'page.js', content: '' }],
      },
      uiConfig: {
        spec: nameOf('openApiDocument'),
        plugins: [nameOf('completeResponse')],
        requestInterceptor: nameOf('dropEmptyValues'),
        layout: 'BaseLayout',
        tryItOutEnabled: true,
        syntaxHighlight: { theme: 'tomorrow-night' },
        docExpansion: 'list',
        defaultModelExpandDepth: 4,
        defaultModelsExpandDepth: 0,
      },
    })
  })
}

/** Renders the script of the page. The description of the document is for Redoc: here it would hide the operations. */
function renderScript(site: LandingPage, document: object): string {
  const header = renderHeader(site, 'docs')
  const spec = moveDefaultsToDescriptions(
    shortenForReaders(structuredClone(document), site, '[Errors](errors)'),
  ) as {
    info: { description?: string }
  }
  spec.info.description = `${site.summary} The [reference](redoc) has the rules that all operations share.`
  return `const header = ${JSON.stringify(header)}
var openApiDocument = ${JSON.stringify(spec)}
${['attributes.js', 'response.js', 'swagger-ui.js'].map(readPageFile).join('')}`
}
