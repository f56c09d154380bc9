// Enforces the limits of a request head: its request target and header fields. The limit of Node's parser is
// higher, so that most requests are parsed first and the error names the part that is too long.
import type { IncomingMessage } from 'node:http'
import { AppError } from '@qb/core/errors'
import { HTTP_ERRORS } from '../problems/http-errors.ts'

/** Maximum length of a request target, in bytes. @see https://www.rfc-editor.org/rfc/rfc9110#section-4.1 */
export const MAX_URL_BYTES = 8192

/** Maximum size of all header fields: the sum of their names and values, in bytes. */
export const MAX_HEADER_BYTES = 16 * 1024

/** Maximum size of a head that the parser accepts, in bytes. It is below the 64 KiB that Node reads at once. */
export const MAX_PARSED_BYTES = 60 * 1024

/** Maximum number of header fields. Node keeps 1000 and silently drops the rest. */
const MAX_FIELDS = 999

/** Returns the error for an invalid head, if any. The host check of Node has another format. */
export function findHeadError({ url = '', httpVersion, rawHeaders }: IncomingMessage): AppError | undefined {
  if (url.length > MAX_URL_BYTES) return urlTooLongError()
  // The router would read what follows as the query.
  if (url.includes('#')) {
    return new AppError(HTTP_ERRORS.malformed_request, 'expected a URL without a fragment, got #')
  }
  let bytes = 0
  const hosts: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    bytes += name.length + (rawHeaders[index + 1] ?? '').length
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1] ?? '')
  }
  if (bytes > MAX_HEADER_BYTES || rawHeaders.length > 2 * MAX_FIELDS) return headerTooLargeError()
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion !== '1.0'))
    return new AppError(HTTP_ERRORS.malformed_request, `expected one Host header field, got ${hosts.length}`)
  return isHost(hosts[0] ?? '') ? undefined : hostError('Host')
}

/**
 * Whether a value is empty, or a host name or an IP address with an optional port. RFC 3986 also allows characters such as `'`,
 * `;` and `$`, which no host name has, and which have a meaning where a URL is pasted.
 */
export function isHost(value: string): boolean {
  return /^(?:(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{0,5})?)?$/i.test(value)
}

/** Creates the error of a host that is none. @param field the name of the header field */
export function hostError(field: string): AppError {
  const message = `${field}: expected a host name or an IP address with an optional port, got something else`
  return new AppError(HTTP_ERRORS.malformed_request, message)
}

/**
 * Converts a parser overflow to the error for the part that is too long. Only the last packet is known: when
 * the request target started in an earlier packet, the error is `http/header_too_large`.
 * @param packet the last packet received
 */
export function toHeadOverflowError(packet: unknown): AppError {
  const bytes = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  const requestLine = /^[A-Z]+ [^\r\n]*/.exec(bytes)?.[0] ?? ''
  return requestLine.length > MAX_URL_BYTES ? urlTooLongError() : headerTooLargeError()
}

function urlTooLongError(): AppError {
  return new AppError(HTTP_ERRORS.uri_too_long, `expected a request target of at most ${MAX_URL_BYTES} bytes`)
}

function headerTooLargeError(): AppError {
  return new AppError(
    HTTP_ERRORS.header_too_large,
    `expected at most ${MAX_FIELDS} header fields of at most ${MAX_HEADER_BYTES} bytes in total`,
  )
}
