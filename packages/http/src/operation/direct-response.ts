// Sends responses of operations without Fastify's reply, which would encode the body again and check each header field
// alone.
import type { OutgoingHttpHeaders } from 'node:http'
import type { ByteString } from '@qb/core/byte-string'
import type { FastifyReply } from 'fastify'

/** Header fields by lower-case name. */
export type HeaderFields = Readonly<Record<string, string | number>>

/**
 * Sends a response with an encoded body. The header fields that hooks have set on the reply are sent too.
 * @param headers is changed
 */
export function sendEncoded(
  reply: FastifyReply,
  headers: Record<string, string | number>,
  body: ByteString,
): void {
  headers['content-length'] = body.length
  addHookHeaders(reply, headers)
  reply.hijack()
  reply.raw.writeHead(200, headers)
  // Each character is a byte. Node sends the head and the body in one write when both are strings.
  reply.raw.end(body, 'latin1')
}

/**
 * Sends 304. The representation itself is not described.
 * @param headers is changed
 */
export function sendNotModified(reply: FastifyReply, headers: Record<string, string | number>): void {
  delete headers['content-type']
  addHookHeaders(reply, headers)
  reply.hijack()
  reply.raw.writeHead(304, headers)
  reply.raw.end()
}

/** Adds the header fields that hooks have set on the reply. For most requests, there are none. */
function addHookHeaders(reply: FastifyReply, headers: Record<string, string | number>): void {
  const hookHeaders = reply.getHeaders() as OutgoingHttpHeaders
  for (const name in hookHeaders) headers[name] ??= hookHeaders[name] as string
}
