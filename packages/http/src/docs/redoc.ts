// Serves Redoc at `/redoc`. Its links are relative, so that it works behind a path prefix.
import { readFileSync } from 'node:fs'
import { findRedocScript } from '@qb/http/docs-files'
import type { FastifyInstance } from 'fastify'
import { renderHtmlPage } from './html-page.ts'
import { lazily, makeStaticFile, type StaticFile, sendStaticFile } from './static-files.ts'

/** Serves the page and the bundle of Redoc. The bundle is read on the first request. */
export function serveRedoc(app: FastifyInstance, title: string): void {
  const options = { schema: { hide: true } }
  const page = renderPage(title)
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
  return makeStaticFile('text/javascript; charset=utf-8', Buffer.from(script))
}

function renderPage(title: string): string {
  return renderHtmlPage({
    title: `${title} · Redoc`,
    head: `<style>body { margin: 0 }</style>`,
    body: `<redoc spec-url="openapi.json" hide-download-button="false"></redoc>
<script src="redoc/redoc.standalone.js"></script>`,
  })
}
