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
  const { raw } = reply
  headers['content-length'] = body.length
  // In most requests, no hook has set any.
  const hookHeaders = reply.getHeaders() as OutgoingHttpHeaders
  for (const name in hookHeaders) headers[name] ??= hookHeaders[name] as string
  reply.hijack()
  raw.writeHead(200, headers)
  // Each character is a byte. Node sends the head and the body in one write when both are strings.
  raw.end(body, 'latin1')
}
