// Sends responses of operations without Fastify's reply, which would encode the body again and check each header field
// alone.
import type { OutgoingHttpHeaders } from 'node:http'
import type { ByteString } from '@qb/core/byte-string'
import type { FastifyReply } from 'fastify'

/** Header fields by lower-case name. */
export type HeaderFields = Readonly<Record<string, string | number>>

/**
 * Sends a response with an encoded body. The header fields that hooks have set on the reply are sent too.
 * @param headers without `content-length`
 */
export function sendEncoded(reply: FastifyReply, headers: HeaderFields, body: ByteString): void {
  const fields = withHookHeaders(reply, headers)
  fields.push('content-length', String(body.length))
  reply.hijack()
  reply.raw.writeHead(200, fields)
  // Each character is a byte. Node sends the head and the body in one write when both are strings.
  reply.raw.end(body, 'latin1')
}

/** Sends 304. Its header fields do not describe a body. */
export function sendNotModified(reply: FastifyReply, headers: HeaderFields): void {
  const fields = withHookHeaders(reply, headers)
  const type = fields.indexOf('content-type')
  if (type !== -1) fields.splice(type, 2)
  reply.hijack()
  reply.raw.writeHead(304, fields)
  reply.raw.end()
}

/**
 * Returns header fields as a list of names and values, which Node writes faster than an object. Fields that hooks have
 * set on the reply, such as `connection`, are added.
 */
function withHookHeaders(reply: FastifyReply, headers: HeaderFields): string[] {
  const fields: string[] = []
  for (const name in headers) fields.push(name, String(headers[name]))
  const hookHeaders = reply.getHeaders() as OutgoingHttpHeaders
  for (const name in hookHeaders) {
    if (!(name in headers)) fields.push(name, String(hookHeaders[name]))
  }
  return fields
}
