// File names are bytes to git. A path that is not valid UTF-8 is escaped in a form that no other path has, so no two
// paths become equal.
import { isUtf8 } from 'node:buffer'

/** Marks an escaped path. git never prints a path that begins with it. */
const ESCAPED_PREFIX = './'

/**
 * Decodes a path of git's output. A path that is not valid UTF-8 gets the prefix `./`, and each backslash and each byte
 * above 0x7f in it becomes `\x` followed by two hexadecimal digits.
 * @param raw the bytes of the path as the characters U+0000 to U+00FF
 */
export function decodePath(raw: string): string {
  const bytes = Buffer.from(raw, 'latin1')
  if (isUtf8(bytes)) return bytes.toString()
  const escaped = raw.replaceAll(
    /[\\\u0080-\u00ff]/g,
    (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `${ESCAPED_PREFIX}${escaped}`
}

/** The bytes of a path that {@link decodePath} returned. */
export function encodePath(path: string): Buffer {
  if (!path.startsWith(ESCAPED_PREFIX)) return Buffer.from(path)
  const raw = path
    .slice(ESCAPED_PREFIX.length)
    .replaceAll(/\\x([0-9a-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(raw, 'latin1')
}

/** A path quoted as git reads it from its standard input. The result contains no line break. */
export function quotePath(path: string): string {
  const quoted = encodePath(path)
    .toString('latin1')
    .replaceAll(/[^\w./-]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)
  return `"${quoted}"`
}
