// Serves static files from memory. Streams would leak a file descriptor for each pipelined request of a
// client that disconnects.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { revisionOf } from '@qb/core/revision'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesAny } from '../operation/conditional.ts'

/** A file in memory. */
export interface StaticFile {
  readonly contentType: string
  readonly content: Buffer
  /** Hash of the content. */
  readonly revision: string
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Creates a static file from its content. */
export function makeStaticFile(contentType: string, content: Buffer): StaticFile {
  return { contentType, content, revision: revisionOf(content) }
}

/**
 * Returns a function that finds a file of a folder by its name. A file is read on its first request and then
 * cached. Subfolders, and files of types that a browser does not load, are not found.
 */
export function openStaticFolder(folder: string): (name: string) => StaticFile | undefined {
  const names = new Set(readdirSync(folder).filter((name) => extname(name) in CONTENT_TYPES))
  const files = new Map<string, StaticFile>()
  return (name) => {
    if (!names.has(name)) return undefined
    const file =
      files.get(name) ?? makeStaticFile(CONTENT_TYPES[extname(name)] ?? '', readFileSync(join(folder, name)))
    files.set(name, file)
    return file
  }
}

/** Sends a file, or 304 when `If-None-Match` matches its revision. */
export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): void {
  const etag = `"${file.revision}"`
  reply.header('etag', etag).header('cache-control', 'public, no-cache')
  if (matchesAny(request.headers['if-none-match'], etag)) reply.code(304).send()
  else reply.type(file.contentType).send(file.content)
}
