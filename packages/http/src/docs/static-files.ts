// Serves static files from memory. Streams from disk would leak a file descriptor for each pipelined request
// of a client that disconnects.
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { revisionOf } from '@qb/core/revision'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { matchesAny } from '../operation/conditional.ts'
import { createUnknownRouteError } from '../problems/error-handlers.ts'

/** A file in memory. */
export interface StaticFile {
  readonly contentType: string
  readonly content: Buffer
  /** Hash of the content. */
  readonly revision: string
  /**
   * Returns the content in gzip. The content is compressed once. Undefined for a PNG image, and when gzip is
   * not smaller.
   */
  readonly gzip: () => Buffer | undefined
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Returns a function that creates a value on its first call, and then returns the same value. */
export function lazily<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}

/** Creates a static file from its content. */
export function makeStaticFile(contentType: string, source: string | Buffer): StaticFile {
  const content = Buffer.from(source)
  const gzip = lazily(() => (contentType === 'image/png' ? content : gzipSync(content)))
  return {
    contentType,
    content,
    revision: revisionOf(content),
    gzip: () => (gzip().length < content.length ? gzip() : undefined),
  }
}

/**
 * Returns a function that finds a file of a folder by its path. A file is read on its first request and then kept.
 * @param names the paths of the files, with the extensions of `CONTENT_TYPES`
 * @param transform changes the content of a file before it is kept
 */
export function openStaticFolder(
  folder: string,
  names: readonly string[],
  transform: (name: string, content: Buffer) => string | Buffer = (_name, content) => content,
): (name: string) => StaticFile | undefined {
  const files = new Map(
    names.map((name) => {
      const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'
      return [
        name,
        lazily(() => makeStaticFile(contentType, transform(name, readFileSync(join(folder, name))))),
      ]
    }),
  )
  return (name) => files.get(name)?.()
}

/** Sends a file, or 304 when `If-None-Match` matches its revision. */
export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): void {
  const gzip = acceptsGzip(request.raw) ? file.gzip() : undefined
  // HTTP requires different strong ETags for the compressed and the uncompressed representation.
  const etag = `"${file.revision}${gzip ? '-gzip' : ''}"`
  const corsVary = reply.getHeader('vary')
  const vary = corsVary === undefined ? 'accept-encoding' : `${corsVary}, accept-encoding`
  reply.headers({ etag, 'cache-control': 'public, no-cache', vary })
  if (matchesAny(request.headers['if-none-match'], etag)) {
    reply.code(304).send()
    return
  }
  if (gzip) reply.header('content-encoding', 'gzip')
  reply.type(file.contentType).send(gzip ?? file.content)
}

function acceptsGzip(request: IncomingMessage): boolean {
  return new Negotiator(request).encoding(['gzip', 'identity']) === 'gzip'
}

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
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => extname(name) in CONTENT_TYPES)
  const findFile = openStaticFolder(folder, names, (name, content) =>
    name.endsWith('.html') ? replaceAll(content.toString(), replacements) : content,
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
