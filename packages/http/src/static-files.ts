// Files that are served from memory. A stream would hold a descriptor for each pipelined request whose client is gone.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerIfFresh } from './caching.ts'

/** A file in memory. */
export interface StaticFile {
  readonly contentType: string
  readonly content: Buffer
  /** Names the content, as `ETag` has it without its quotation marks. */
  readonly tag: string
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Makes a file of a content. */
export function makeStaticFile(contentType: string, content: Buffer): StaticFile {
  return { contentType, content, tag: createHash('sha256').update(content).digest('base64url').slice(0, 22) }
}

/**
 * Finds files of a folder by their names; each is read when it is first asked for, and kept. Folders and types
 * that browsers do not load are left out.
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

/** Sends a file, or 304 where the client has it already. */
export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): void {
  const { contentType, content, tag } = file
  if (answerIfFresh(request, reply, { tag, cacheControl: 'public, no-cache' })) return
  reply.type(contentType).send(content)
}
