// Defines the requests that the fuzz test sends, and prints them as commands for a shell.

/** Placeholders in header fields. The client replaces them by the last `ETag` that the service has sent. */
export const CURRENT_ETAG = '{current-etag}'

/**
 * What the client sends after the response: nothing, the same request with the `ETag` of the response in
 * `If-None-Match`, or the same request at the same time.
 */
export type FollowUp = 'nothing' | 'revalidation' | 'twin'

/** A request that HTTP allows. The target and the values of header fields are bytes as Latin-1. */
export interface HttpRequest {
  readonly kind: 'http'
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string
  readonly followUp: FollowUp
}

/** Bytes that may not be HTTP, as Latin-1. */
export interface RawRequest {
  readonly kind: 'raw'
  readonly bytes: string
}

export type FuzzRequest = HttpRequest | RawRequest

/** A response. The names of header fields are in lower case. */
export interface FuzzResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly elapsedMs: number
}

/** Formats a request as a command for bash that sends it again. */
export function formatCommand(request: FuzzRequest, url: string): string {
  if (request.kind === 'raw') {
    const { hostname, port } = new URL(url)
    return `printf ${quoteFormat(request.bytes)} | nc -N ${hostname} ${port}`
  }
  const { method, target, headers, body, followUp } = request
  const fields = headers.map(
    ([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`,
  )
  const parts = [
    'curl -i --path-as-is -g',
    method === 'HEAD' ? '-I' : `-X ${method}`,
    ...fields,
    ...(body === undefined ? [] : [formatBody(Buffer.from(body).toString('latin1'))]),
    // curl removes fragments of URLs.
    target.includes('#') ? `--request-target ${quote(target)} ${url}` : quote(url + target),
  ]
  return parts.join(' ') + (followUp === 'nothing' ? '' : `   # with the follow-up: ${followUp}`)
}

const PRINTABLE = /^[\x20-\x7e]*$/

/** An argument of a process cannot contain NUL and is limited in length, but the output of printf is not. */
function formatBody(body: string): string {
  const isArgument = PRINTABLE.test(body) && body.length < 100_000
  return `--data-binary ${isArgument ? quote(body) : `@<(printf ${quoteFormat(body)})`}`
}

/** Quotes bytes without NUL as an argument. */
function quote(bytes: string): string {
  if (PRINTABLE.test(bytes)) return `'${bytes.replaceAll("'", "'\\''")}'`
  return `$'${Array.from(bytes, (char) => (/['\\]/.test(char) ? `\\${char}` : toHex(char))).join('')}'`
}

/** Quotes bytes as a format of printf. */
function quoteFormat(bytes: string): string {
  const format = Array.from(bytes, (char) =>
    char === '%' ? '%%' : /['\\]/.test(char) ? hexOf(char) : toHex(char),
  )
  return `'${format.join('')}'`
}

function toHex(char: string): string {
  return PRINTABLE.test(char) ? char : hexOf(char)
}

function hexOf(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
}
