// Generates the OpenAPI 3.1 document from the schemas of the routes, and serves it with Swagger UI, Redoc and
// the landing page. The pages load no resources from other origins.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import helmet from '@fastify/helmet'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '../operation/operation.ts'
import { createUnknownRouteError } from '../problems/error-handlers.ts'
import { escapeHtml } from './escape-html.ts'
import { type LandingPage, renderErrorsPage, renderLandingPage } from './landing-page.ts'
import { moveDefaultsToDescriptions, repairDocument } from './openapi-repairs.ts'
import { makeStaticFile, openStaticFolder, type StaticFile, sendStaticFile } from './static-files.ts'

type OpenApi = NonNullable<FastifyDynamicSwaggerOptions['openapi']>
type SecuritySchemes = NonNullable<NonNullable<OpenApi['components']>['securitySchemes']>

/** The documentation of an API, besides its operations. */
export interface ApiDescription extends LandingPage {
  readonly version: string
  /** Markdown. It introduces the API and documents the rules that apply to all operations. */
  readonly description: string
  readonly license: { readonly name: string; readonly identifier: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** The OpenAPI security schemes. Undefined when every operation is public. */
  readonly securitySchemes?: SecuritySchemes
}

/**
 * Registers the generation of the OpenAPI document. It contains the routes that are registered after this
 * call.
 * @see https://github.com/fastify/fastify-swagger
 */
export async function registerOpenApi(app: FastifyInstance, api: ApiDescription): Promise<void> {
  const { title, version, description, license, tags, securitySchemes } = api
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license },
      servers: [{ url: '/', description: 'This service' }],
      tags: [...tags],
      security: [],
      // With an empty object, Swagger UI would show an “Authorize” button that no operation needs.
      ...(securitySchemes && { components: { securitySchemes } }),
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
    transformObject: (document) =>
      'openapiObject' in document ? repairDocument(document.openapiObject) : document.swaggerObject,
  })
}

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
  await app.register(async (pages) => {
    await pages.register(helmet, {
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
      strictTransportSecurity: false,
    })
    serveSwaggerFilesFromMemory(pages)
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: {
        tryItOutEnabled: true,
        displayRequestDuration: true,
        docExpansion: 'list',
        deepLinking: true,
      },
      theme: { title: `${escapeHtml(api.title)} · Swagger UI` },
      transformSpecification: (document) => moveDefaultsToDescriptions(document),
    })
    serveLandingPage(pages, api, operations)
    serveHtml(pages, '/errors', renderErrorsPage(api, operations))
    serveHtml(pages, '/redoc', renderRedocPage(api.title))
    let redoc: StaticFile | undefined
    pages.get('/redoc/redoc.standalone.js', { schema: { hide: true } }, (request, reply) => {
      redoc ??= readRedoc()
      sendStaticFile(request, reply, redoc)
    })
  })
  let document: StaticFile | undefined
  app.get('/openapi.json', { schema: { hide: true } }, (request, reply) => {
    document ??= makeStaticFile('application/json; charset=utf-8', Buffer.from(JSON.stringify(app.swagger())))
    sendStaticFile(request, reply, document)
  })
}

/**
 * Replaces the file handler of the Swagger UI plugin, which streams files, with a handler that sends them
 * from memory.
 */
function serveSwaggerFilesFromMemory(app: FastifyInstance): void {
  const plugin = createRequire(import.meta.url).resolve('@fastify/swagger-ui')
  const findFile = openStaticFolder(join(dirname(plugin), 'static'))
  app.addHook('onRoute', (route) => {
    if (route.url !== '/docs/static/*') return
    route.handler = (request, reply) => {
      const file = findFile((request.params as { '*': string })['*'])
      if (!file) throw createUnknownRouteError(request as FastifyRequest)
      sendStaticFile(request as FastifyRequest, reply, file)
    }
  })
}

function serveLandingPage(
  app: FastifyInstance,
  api: ApiDescription,
  operations: readonly Operation<never, string>[],
): void {
  app.get('/', { schema: { hide: true } }, (request, reply) => {
    const html = renderLandingPage(api, operations, `${request.protocol}://${request.host}`)
    reply.headers({ 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(html)
  })
}

function serveHtml(app: FastifyInstance, url: string, html: string): void {
  app.get(url, { schema: { hide: true } }, (_request, reply) => {
    reply.type('text/html; charset=utf-8').send(html)
  })
}

/** Reads the bundle of Redoc and removes its only external resource, an image on `cdn.redoc.ly`. */
function readRedoc(): StaticFile {
  const path = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js')
  const script = readFileSync(path, 'utf8').replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+/g, 'data:,')
  return makeStaticFile('text/javascript; charset=utf-8', Buffer.from(script))
}

function renderRedocPage(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Redoc</title>
<link rel="icon" href="data:,">
<style>body { margin: 0 }</style>
</head>
<body>
<redoc spec-url="/openapi.json" hide-download-button="false"></redoc>
<script src="/redoc/redoc.standalone.js"></script>
</body>
</html>
`
}
