// Sends the result of an operation: its header fields, and the representation that the client prefers. Fastify's reply would
// process each header field alone, which takes a fifth of the time of a response, so the head is written here. Errors, pages
// and files are sent by Fastify's reply.
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matchesAny, negotiate } from './conditional.ts'
import type { Content, Result } from './operation.ts'
import type { ResponseCache } from './response-cache.ts'

/** Header fields by lower-case name. */
type Headers = Record<string, string | undefined>

/** A response with status 200. */
export interface DataResponse {
  /** The header fields that do not describe the body. With `etag` if the response can be cached. */
  readonly headers: Readonly<Headers>
  /** The content type of the body. */
  readonly type: string
  /** The bytes. A string has a character for each of them: Node.js writes it together with the head. */
  readonly body: Buffer | string
}

/** How long a client, and a shared cache, may keep a response. */
export const CACHE_CONTROL: Readonly<Record<Result['cache'], string>> = {
  none: 'no-store',
  shared: 'public, max-age=60',
  private: 'private, no-cache',
}

/** Sends a result, or 304 when the client has it. @param isNegotiated whether it depends on `Accept` */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result,
  isNegotiated: boolean,
  cache: ResponseCache | undefined,
): void {
  const headers: Headers = {
    'x-content-type-options': 'nosniff',
    'cache-control': CACHE_CONTROL[result.cache],
  }
  if (isNegotiated) headers.vary = [reply.getHeader('vary'), 'accept'].filter(Boolean).join(', ')
  if (result.cache === 'none') {
    if (result.revision !== undefined) headers.etag = etagOf(result.revision)
    if (result.isReplayed) headers['idempotency-replayed'] = 'true'
    Object.assign(headers, result.headers)
    sendData(reply, createResponse(request, result.content, headers))
    return
  }
  const etag = etagOf(result.revision, result.key)
  headers.etag = etag
  if (matchesAny(request.headers['if-none-match'], etag)) {
    sendNotModified(reply, headers)
    return
  }
  const response = createResponse(request, result.render(), headers)
  cache?.keep(request.url, response)
  sendData(reply, response)
}

/** Creates the response with the representation that the client prefers. Adds `link` to `headers` when there is a next page. */
function createResponse(request: FastifyRequest, content: Content<unknown>, headers: Headers): DataResponse {
  if (content.next) headers.link = `<${content.next}>; rel="next"`
  if ('text' in content) return { headers, type: content.mediaType, body: Buffer.from(content.text) }
  if (content.alternatives) {
    const type = negotiate(request.raw, ['application/json', ...Object.keys(content.alternatives)])
    const alternative = type === undefined ? undefined : content.alternatives[type]
    if (alternative) return { headers, type: `${type}; charset=utf-8`, body: Buffer.from(alternative()) }
  }
  // The newline is for terminals.
  const body = 'json' in content ? content.json : Buffer.from(`${JSON.stringify(content.value)}\n`)
  return { headers, type: 'application/json; charset=utf-8', body }
}

/**
 * Sends a response with status 200. The header fields that hooks and plugins have set on the reply are sent too. Their
 * `onSend` hooks do not run. An invalid header field throws before the response is taken over from Fastify, and results in 500.
 */
export function sendData(reply: FastifyReply, { headers, type, body }: DataResponse): void {
  const fields = Object.assign(reply.getHeaders() as OutgoingHttpHeaders, headers)
  fields['content-type'] = type
  fields['content-length'] = body.length
  reply.raw.writeHead(200, fields)
  reply.hijack()
  reply.raw.end(body, 'latin1')
}

/** Sends 304, as `sendData` sends 200. */
export function sendNotModified(reply: FastifyReply, headers: DataResponse['headers']): void {
  reply.raw.writeHead(304, Object.assign(reply.getHeaders() as OutgoingHttpHeaders, headers))
  reply.hijack()
  reply.raw.end()
}
