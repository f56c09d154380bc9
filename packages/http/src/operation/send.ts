// Sends every response of data. Fastify's reply would process each header field alone, which takes a fifth of the time of
// a response, so the head is written here. Errors, pages and files are sent by Fastify's reply.
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Text } from './operation.ts'

/** A response with status 200. */
export interface DataResponse {
  /** By lower-case name, with `content-type` and `content-length`, and with `etag` if it can be cached. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Text
}

/**
 * Sends a response with status 200, or with 304 when there is no body. The header fields that hooks and plugins have set on
 * the reply are sent too. Their `onSend` hooks do not run.
 */
export function sendData(reply: FastifyReply, headers: DataResponse['headers'], body?: Text): void {
  const fields = { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers }
  if (body === undefined) {
    // These fields describe a body.
    delete fields['content-type']
    delete fields['content-length']
  }
  reply.hijack()
  reply.raw.writeHead(body === undefined ? 304 : 200, fields)
  if (typeof body === 'object') for (const part of body) reply.raw.write(part)
  reply.raw.end(typeof body === 'string' ? body : undefined)
}
