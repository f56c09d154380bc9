// Limits of the head of a request. The parser's own limit is higher than these, so that an error can name the part
// that is too long. The parser's own error does not identify that part when a later packet exceeds the limit.
import type { IncomingMessage } from 'node:http'
import { AppError } from '@qb/core/errors'
import { HTTP_ERRORS } from '../problems/http-errors.ts'

/** Maximum length of a request target, in bytes. @see https://www.rfc-editor.org/rfc/rfc9110#section-4.1 */
export const MAX_URL_BYTES = 8192

/** Maximum size of all header fields: the sum of their names and values, in bytes. */
export const MAX_HEADER_BYTES = 16 * 1024

/** Maximum size of a head that the parser reads, in bytes. It is below the 64 KiB that Node reads at once. */
export const MAX_PARSED_BYTES = 60 * 1024

/** A request must have fewer header fields than this. Node silently drops the fields from this number on. */
const MAX_FIELDS = 1000

/** The error for an invalid head, if any. Node's own response to a request without a host has another format. */
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

/** The error for a head that exceeds the parser's limit. `packet` is the last packet received. */
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
