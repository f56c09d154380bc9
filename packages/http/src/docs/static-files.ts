// Serves static files from memory. Streams from disk would leak a file descriptor for each pipelined request
// of a client that disconnects.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { revisionOf } from '@qb/core/revision'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { baseUrlOf } from '../base-path.ts'
import { matchesAny } from '../operation/conditional.ts'
import { ROOT } from '../root.ts'
import { protectPages } from './page-policy.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Reads a script or a stylesheet of the documentation pages. */
export function readPageFile(name: string): string {
  return readFileSync(join(ROOT, 'packages/http/pages', name), 'utf8')
}

/** Options of a route that the OpenAPI document does not contain. */
export const HIDDEN = { schema: { hide: true } }

/** Options of the route of a static file. A page has many, so they do not count for the rate limit. */
export const FILE = { ...HIDDEN, config: { rateLimit: false } as FastifyContextConfig }

/**
 * Creates a handler that sends a file, or 304 when the client has it.
 * @param name its extension determines the content type
 * @param read returns the content. It is called on the first request, and the file is then kept
 */
export function staticFileHandler(name: string, read: () => string | Buffer) {
  let file: ReturnType<typeof createFile> | undefined
  return (request: FastifyRequest, reply: FastifyReply): void => {
    file ??= createFile(read())
    const acceptsGzip = new Negotiator(request.raw).encoding(['gzip', 'identity']) === 'gzip'
    const gzip = acceptsGzip ? file.gzip : undefined
    // HTTP requires different strong ETags for the compressed and the uncompressed representation.
    const etag = `"${file.revision}${gzip ? '-gzip' : ''}"`
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
    reply.headers({ etag, 'cache-control': 'public, no-cache', vary, 'x-content-type-options': 'nosniff' })
    if (matchesAny(request.headers['if-none-match'], etag)) {
      reply.code(304).send()
      return
    }
    if (gzip) reply.header('content-encoding', 'gzip')
    reply.type(typeOf(name)).send(gzip ?? file.content)
  }
}

function typeOf(name: string): string {
  return CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'
}

function createFile(source: string | Buffer) {
  const content = Buffer.from(source)
  const gzip = gzipSync(content)
  return { content, gzip: gzip.length < content.length ? gzip : undefined, revision: revisionOf(content) }
}

/** A site of static files. */
export interface StaticSite {
  /** The path of the site, without a slash at the end, such as `/quiz`. */
  readonly path: `/${string}`
  /** The folder of the files. `index.html` is served at the path followed by a slash. */
  readonly folder: string
  /** Changes the HTML files, such as the URL of an API in them. */
  readonly editHtml?: (html: string) => string
  /** Files that are rendered for each request, by name, from the URL of the site with the query of the request. */
  readonly rendered?: Readonly<Record<string, (url: string) => string>>
}

/** Serves a site. The path without a slash at the end is redirected, so that relative links work. */
export async function serveStaticSite(
  app: FastifyInstance,
  { path, folder, editHtml = (html) => html, rendered = {} }: StaticSite,
): Promise<void> {
  await app.register(async (pages) => {
    await protectPages(pages)
    pages.get(path, HIDDEN, (_request, reply) => {
      // Relative, so that the redirect works behind a path prefix.
      reply.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/`, 308)
    })
    for (const name of listSiteFiles(folder)) {
      const sendFile = staticFileHandler(name, () => {
        const content = readFileSync(join(folder, name))
        return extname(name) === '.html' ? editHtml(content.toString()) : content
      })
      pages.get(`${path}/${name}`, FILE, sendFile)
      if (name === 'index.html') pages.get(`${path}/`, FILE, sendFile)
    }
    for (const [name, render] of Object.entries(rendered)) {
      pages.get(`${path}/${name}`, HIDDEN, (request, reply) => {
        const query = request.url.replace(/^[^?]*/, '')
        const content = render(`${baseUrlOf(request)}${path}/${query}`)
        reply.header('cache-control', 'no-store').type(typeOf(name)).send(content)
      })
    }
  })
}

/** Lists the paths of the files of a site. Other files of its folder, such as `tsconfig.json`, are not served. */
function listSiteFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => extname(name) in CONTENT_TYPES && extname(name) !== '.json')
}
