// Sends the responses of operations. Fastify's reply would process each header field alone, which takes a fifth of the
// time of a response, so the head is written here. The header fields that hooks and plugins have set on the reply are
// part of it.
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matchesAny, negotiate } from './conditional.ts'
import type { Content, Result } from './operation.ts'
import type { ResponseCache } from './response-cache.ts'

type Headers = Readonly<Record<string, string>>

/** A response with status 200. */
export interface DataResponse {
  /** The validator. Undefined when the response must not be cached. */
  readonly etag: string | undefined
  readonly headers: Headers
  readonly body: string
}

const CACHE_CONTROL: Readonly<Record<Result['cache'], string>> = {
  none: 'no-store',
  shared: 'public, max-age=60',
  private: 'private, no-cache',
}

/**
 * Sends a result, or 304 when the client has the current representation.
 * @param cache keeps responses that are asked for again. Undefined when the route keeps none
 */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result,
  cache: ResponseCache | undefined,
): void {
  const { isNegotiated } = request.routeOptions.config
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': CACHE_CONTROL[result.cache],
  }
  if (isNegotiated) headers.vary = [reply.getHeader('vary'), 'accept'].filter(Boolean).join(', ')
  if (result.cache === 'none') {
    if (result.revision !== undefined) headers.etag = etagOf(result.revision)
    if (result.isReplayed) headers['idempotency-replayed'] = 'true'
    Object.assign(headers, result.headers)
    sendData(request, reply, represent(request, result.content, headers, undefined))
    return
  }
  const etag = etagOf(result.revision, result.key)
  headers.etag = etag
  const isKept = result.cache === 'shared' && cache?.isAskedAgain(etag)
  if (!isKept && matchesAny(request.headers['if-none-match'], etag)) {
    writeHead(reply, 304, headers).end()
    return
  }
  const response = represent(request, result.render(), headers, etag)
  if (isKept) cache?.keep(request.url, response)
  sendData(request, reply, response)
}

/** Sends a response, or 304 when the client has it. */
export function sendData(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, headers, body }: DataResponse,
): void {
  if (etag !== undefined && matchesAny(request.headers['if-none-match'], etag)) {
    writeHead(reply, 304, headers).end()
  } else {
    writeHead(reply, 200, headers, String(Buffer.byteLength(body))).end(body)
  }
}

function writeHead(reply: FastifyReply, status: 200 | 304, headers: Headers, contentLength?: string) {
  const fields = { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers }
  // The header fields of 304 do not describe a body.
  if (contentLength === undefined) delete fields['content-type']
  else fields['content-length'] = contentLength
  reply.hijack()
  return reply.raw.writeHead(status, fields)
}

/** Chooses the representation that the client prefers. */
function represent(
  request: FastifyRequest,
  content: Content<unknown>,
  headers: Record<string, string>,
  etag: string | undefined,
): DataResponse {
  if (content.next) headers.link = `<${content.next}>; rel="next"`
  if ('text' in content) {
    headers['content-type'] = content.mediaType
    return { etag, headers, body: content.text }
  }
  const { alternatives = {} } = content
  const types = Object.keys(alternatives)
  const type = types.length > 0 ? negotiate(request.raw, ['application/json', ...types]) : undefined
  const alternative = type === undefined ? undefined : alternatives[type]
  if (alternative) {
    headers['content-type'] = `${type}; charset=utf-8`
    return { etag, headers, body: alternative() }
  }
  // The newline is for terminals.
  const json = 'value' in content ? JSON.stringify(content.value) : content.json
  return { etag, headers, body: `${json}\n` }
}
