// Serves a folder of static files as a site, such as the example quiz.
import type { FastifyInstance } from 'fastify'
import { createUnknownRouteError } from '../problems/error-handlers.ts'
import { openStaticFolder, sendStaticFile } from './static-files.ts'

/** A site of static files. */
export interface StaticSite {
  /** The path of the site, without a slash at the end, such as `/quiz`. */
  readonly path: `/${string}`
  /** The folder of the files. `index.html` is served at the path followed by a slash. */
  readonly folder: string
  /** Replaces strings in HTML files, such as the URL of an API. */
  readonly replacements?: Readonly<Record<string, string>>
}

/** Serves a site. The path without a slash at the end is redirected, so that relative links work. */
export function serveStaticSite(app: FastifyInstance, { path, folder, replacements = {} }: StaticSite): void {
  const findFile = openStaticFolder(folder, (name, content) =>
    name.endsWith('.html') ? Buffer.from(replaceAll(content.toString(), replacements)) : content,
  )
  const options = { schema: { hide: true } }
  app.get(path, options, (_request, reply) => {
    // Relative, so that the redirect works behind a path prefix.
    reply.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/`, 308)
  })
  app.get(`${path}/*`, options, (request, reply) => {
    const file = findFile((request.params as { '*': string })['*'] || 'index.html')
    if (!file) throw createUnknownRouteError(request)
    reply.header('x-content-type-options', 'nosniff')
    sendStaticFile(request, reply, file)
  })
}

function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => result.replaceAll(from, () => to), text)
}
