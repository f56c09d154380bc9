// Sends responses of operations without Fastify's reply, which would convert the body again and process each header field
// alone.
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { type EncodedBody, endTogether } from './end-together.ts'

/** Header fields: names in lower case and values, alternately. Node writes such a list faster than an object. */
export type HeaderList = readonly string[]

/**
 * Sends a response with an encoded body. The header fields that hooks have set on the reply are sent too.
 * @param headers without `content-length`
 */
export function sendEncoded(reply: FastifyReply, headers: HeaderList, body: EncodedBody): void {
  const fields = withHookHeaders(reply, headers)
  fields.push('content-length', String(lengthOf(body)))
  reply.hijack()
  reply.raw.writeHead(200, fields)
  endTogether(reply.raw, body)
}

function lengthOf(body: EncodedBody): number {
  return typeof body === 'string' ? body.length : body.reduce((sum, chunk) => sum + chunk.length, 0)
}

/** Sends 304. Its header fields do not describe a body. */
export function sendNotModified(reply: FastifyReply, headers: HeaderList): void {
  const fields = withHookHeaders(reply, headers)
  const type = findField(fields, 'content-type')
  if (type !== -1) fields.splice(type, 2)
  reply.hijack()
  reply.raw.writeHead(304, fields)
  endTogether(reply.raw)
}

/**
 * Returns header fields, and those that hooks have set on the reply, such as `connection`. A field that is already there is not
 * overridden: an app that this one is mounted in can have set the same one.
 */
function withHookHeaders(reply: FastifyReply, headers: HeaderList): OutgoingHttpHeader[] {
  const fields: OutgoingHttpHeader[] = [...headers]
  const hookHeaders = reply.getHeaders() as OutgoingHttpHeaders
  for (const name in hookHeaders) {
    const value = hookHeaders[name]
    // Node writes each value of a list, such as those of `set-cookie`, in a line of its own.
    if (value !== undefined && findField(headers, name) === -1) fields.push(name, value)
  }
  return fields
}

/** Returns the index of a field's name, or -1. */
export function findField(fields: readonly OutgoingHttpHeader[], name: string): number {
  for (let index = 0; index < fields.length; index += 2) if (fields[index] === name) return index
  return -1
}
