// Converts the paths of git, which are bytes, to strings. A path that is not valid UTF-8 is escaped. The escaped form starts with
// `./`, as no other path does, so different paths stay different.
import { isUtf8 } from 'node:buffer'

/** The start of an escaped path. git never prints a path that starts with it. */
const ESCAPED_PREFIX = './'

const NON_ASCII = /[\u0080-\u00ff]/

/**
 * Decodes a path in the output of git. A path that is not valid UTF-8 gets the prefix `./`, and each
 * backslash and non-ASCII byte in it is escaped as `\xHH`.
 * @param raw a string in which each character, U+0000 to U+00FF, represents one byte of the path
 */
export function decodePath(raw: string): string {
  if (!NON_ASCII.test(raw)) return raw
  const bytes = Buffer.from(raw, 'latin1')
  if (isUtf8(bytes)) return bytes.toString()
  const escaped = raw.replaceAll(
    /[\\\u0080-\u00ff]/g,
    (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `${ESCAPED_PREFIX}${escaped}`
}
