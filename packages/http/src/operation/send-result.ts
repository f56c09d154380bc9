// Converts the result of an operation to a response: its header fields, and the representation that the client prefers.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matchesAny, negotiate } from './conditional.ts'
import type { Content, Result, Text } from './operation.ts'
import type { ResponseCache } from './response-cache.ts'
import { type DataResponse, sendData } from './send.ts'

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
  const base: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'cache-control': CACHE_CONTROL[result.cache],
  }
  if (request.routeOptions.config.isNegotiated)
    base.vary = [reply.getHeader('vary'), 'accept'].filter(Boolean).join(', ')
  if (result.cache === 'none') {
    if (result.revision !== undefined) base.etag = etagOf(result.revision)
    if (result.isReplayed) base['idempotency-replayed'] = 'true'
    const { headers, body } = represent(request, result.content, { ...base, ...result.headers })
    sendData(reply, headers, body)
    return
  }
  base.etag = etagOf(result.revision, result.key)
  const isCurrent = matchesAny(request.headers['if-none-match'], base.etag)
  const isKept = result.cache === 'shared' && cache?.isAskedAgain(base.etag)
  if (isCurrent && !isKept) {
    sendData(reply, base)
    return
  }
  const response = represent(request, result.render(), base)
  if (isKept) cache?.keep(request.url, response)
  sendData(reply, response.headers, isCurrent ? undefined : response.body)
}

/** Creates the response with the representation that the client prefers. */
function represent(
  request: FastifyRequest,
  content: Content<unknown>,
  base: DataResponse['headers'],
): DataResponse {
  const { type, body } = chooseRepresentation(request, content)
  const headers = {
    ...base,
    'content-type': type,
    'content-length': String([body].flat().reduce((bytes, part) => bytes + Buffer.byteLength(part), 0)),
    ...(content.next && { link: `<${content.next}>; rel="next"` }),
  }
  return { headers, body }
}

function chooseRepresentation(
  request: FastifyRequest,
  content: Content<unknown>,
): { readonly type: string; readonly body: Text } {
  if ('text' in content) return { type: content.mediaType, body: content.text }
  const { alternatives = {} } = content
  const types = Object.keys(alternatives)
  const type = types.length > 0 ? negotiate(request.raw, ['application/json', ...types]) : undefined
  const alternative = type === undefined ? undefined : alternatives[type]
  if (alternative) return { type: `${type}; charset=utf-8`, body: alternative() }
  const json = 'value' in content ? JSON.stringify(content.value) : content.json
  // The newline is for terminals.
  const body = typeof json === 'string' ? `${json}\n` : [...json, Buffer.from('\n')]
  return { type: 'application/json; charset=utf-8', body }
}
