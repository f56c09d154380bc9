// Sends the result of an operation: its header fields, and the representation that the client prefers.
import { toByteString } from '@qb/core/byte-string'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matchesAny, negotiate } from './conditional.ts'
import { findField, type HeaderList, sendEncoded, sendNotModified } from './direct-response.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'
import type { Body, Content, Result } from './result.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the representation depends on `Accept`. */
    readonly isNegotiated?: boolean
  }
}

/**
 * Sends a result, or 304 when the client has the current representation.
 * @param base the header fields that every result of this cache mode has
 */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result,
  base: HeaderList,
  cache: ResponseCache | undefined,
): void {
  const headers = [...base]
  if (result.cache === 'none') {
    if (result.revision !== undefined) headers.push('etag', etagOf(result.revision))
    if (result.isReplayed) headers.push('idempotency-replayed', 'true')
    if (result.headers) headers.push(...Object.entries(result.headers).flat())
    sendContent(request, reply, headers, encodeValue(result.content))
    return
  }
  const etag = etagOf(result.revision, result.key)
  headers.push('etag', etag)
  const shared = result.cache === 'shared' ? cache : undefined
  if (matchesAny(request.headers['if-none-match'], etag)) {
    shared?.offer(request.raw, () => toCachedResponse(etag, headers, encodeValue(result.render())))
    addVary(headers, request)
    sendNotModified(reply, headers)
    return
  }
  const content = encodeValue(result.render())
  shared?.offer(request.raw, () => toCachedResponse(etag, headers, content))
  sendContent(request, reply, headers, content)
}

/** Only encoded content is kept. */
function toCachedResponse(
  etag: string,
  headers: HeaderList,
  content: Content<unknown>,
): CachedResponse | undefined {
  if (!('encodedJson' in content)) return undefined
  return { etag, headers: [...headers, ...linkOf(content)], body: content.encodedJson }
}

/** Encodes a value that has no other representations. Other content stays as it is. */
function encodeValue(content: Content<unknown>): Content<unknown> {
  if (!('value' in content) || content.alternatives) return content
  return { encodedJson: toByteString(toJsonLine(content.value)), next: content.next ?? null }
}

/** Serialises a value. The newline is for terminals. */
function toJsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

/** Returns the header field that links to the next page, if there is one. */
function linkOf({ next }: Content<unknown>): HeaderList {
  return next ? ['link', `<${next}>; rel="next"`] : []
}

/** Adds `Accept` to the `Vary` of a response that is negotiated. */
function addVary(headers: string[], request: FastifyRequest): void {
  if (!request.routeOptions.config.isNegotiated) return
  const index = findField(headers, 'vary')
  if (index === -1) headers.push('vary', 'accept')
  else headers[index + 1] += ', accept'
}

const NEWLINE = Buffer.from('\n')

function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: string[],
  content: Content<unknown>,
): void {
  headers.push(...linkOf(content))
  if ('encodedJson' in content) {
    sendEncoded(reply, headers, content.encodedJson)
    return
  }
  addVary(headers, request)
  const { type, body } = chooseRepresentation(request, content)
  if (type !== undefined) headers[findField(headers, 'content-type') + 1] = type
  sendEncoded(reply, headers, typeof body === 'string' ? toByteString(body) : body)
}

/** Chooses what the client prefers. @returns the body, and its media type when that is not JSON */
function chooseRepresentation(
  request: FastifyRequest,
  content: Exclude<Content<unknown>, { readonly encodedJson: unknown }>,
): { body: Body; type?: string } {
  if ('text' in content) return { type: content.mediaType, body: content.text }
  const { alternatives = {} } = content
  const types = Object.keys(alternatives)
  const type = types.length > 0 ? negotiate(request.raw, ['application/json', ...types]) : undefined
  const alternative = type === undefined ? undefined : alternatives[type]
  if (alternative) return { type: `${type}; charset=utf-8`, body: alternative() }
  if ('value' in content) return { body: toJsonLine(content.value) }
  return { body: typeof content.json === 'string' ? `${content.json}\n` : [...content.json, NEWLINE] }
}
