// Serves static files from memory. Streams from disk would leak a file descriptor for each pipelined request
// of a client that disconnects.
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { revisionOf } from '@qb/core/revision'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { matchesAny } from '../operation/conditional.ts'

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
export function makeStaticFile(contentType: string, content: Buffer): StaticFile {
  let compressed: Buffer | undefined
  return {
    contentType,
    content,
    revision: revisionOf(content),
    gzip() {
      if (contentType === 'image/png') return undefined
      compressed ??= gzipSync(content)
      return compressed.length < content.length ? compressed : undefined
    },
  }
}

/**
 * Returns a function that finds a file of a folder, or of its subfolders, by its path. A file is read on its
 * first request and then cached. Files with another extension than those of `CONTENT_TYPES` are not found.
 * @param transform changes the content of a file before it is cached
 * @throws Error when the folder cannot be read
 */
export function openStaticFolder(
  folder: string,
  transform: (name: string, content: Buffer) => Buffer = (_name, content) => content,
): (name: string) => StaticFile | undefined {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const names = new Set(
    entries.map((name) => name.replaceAll('\\', '/')).filter((name) => extname(name) in CONTENT_TYPES),
  )
  const files = new Map<string, StaticFile>()
  return (name) => {
    if (!names.has(name)) return undefined
    const contentType = CONTENT_TYPES[extname(name)] ?? ''
    const file =
      files.get(name) ?? makeStaticFile(contentType, transform(name, readFileSync(join(folder, name))))
    files.set(name, file)
    return file
  }
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
