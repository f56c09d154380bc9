// What the head of a request must keep to. The parser reads more than is allowed, so that it can be told what is too
// long: where its own limit is passed in a later packet, nobody knows whether that was the URL.
import type { IncomingMessage } from 'node:http'
import { AppError } from '@qb/core/errors'
import { HTTP_ERRORS } from '../problems/http-errors.ts'

/** The longest request target that is read, in bytes. @see https://www.rfc-editor.org/rfc/rfc9110#section-4.1 */
export const MAX_URL_BYTES = 8192

/** The most that header fields may have, in bytes of their names and values. */
export const MAX_HEADER_BYTES = 16 * 1024

/** Where the parser stops reading a head: before the end of the 64 KiB that Node reads at once. */
export const MAX_PARSED_BYTES = 60 * 1024

/** Node leaves out the fields from here on without a word. */
const MAX_FIELDS = 1000

/** What a request is refused with for its head alone. Node would answer one without a host in a shape of its own. */
export function refuseHead({ url = '', httpVersion, rawHeaders }: IncomingMessage): AppError | undefined {
  if (url.length > MAX_URL_BYTES) return urlTooLong()
  let bytes = 0
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    bytes += name.length + (rawHeaders[at + 1] ?? '').length
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (bytes > MAX_HEADER_BYTES || rawHeaders.length >= 2 * MAX_FIELDS) return headerTooLarge()
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined
  return new AppError(HTTP_ERRORS.malformed_request, `expected one Host header field, got ${hosts || 'none'}`)
}

/** What a head is refused with that the parser stopped reading; `packet` is the last one that came. */
export function refuseUnreadHead(packet: unknown): AppError {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  const requestLine = /^[A-Z]+ [^\r\n]*/.exec(text)?.[0] ?? ''
  return requestLine.length > MAX_URL_BYTES ? urlTooLong() : headerTooLarge()
}

function urlTooLong(): AppError {
  return new AppError(HTTP_ERRORS.uri_too_long, `expected a request target of at most ${MAX_URL_BYTES} bytes`)
}

function headerTooLarge(): AppError {
  return new AppError(
    HTTP_ERRORS.header_too_large,
    `expected at most ${MAX_HEADER_BYTES} bytes in fewer than ${MAX_FIELDS} header fields`,
  )
}
