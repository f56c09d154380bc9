// Names of files are bytes to git. Those that are no UTF-8 are spelled out in a form that no other path has.
import { isUtf8 } from 'node:buffer'

/** No path of git begins with a folder called `.`, so this tells paths that are spelled out from all others. */
const SPELLED_OUT = './'

/**
 * A path of git's output as text. One that is no UTF-8 begins with `./`, and each of its bytes above 0x7f, and each
 * backslash, is `\x` with two hexadecimal digits.
 * @param raw the bytes of the path as the characters U+0000 to U+00FF
 */
export function readPath(raw: string): string {
  const bytes = Buffer.from(raw, 'latin1')
  if (isUtf8(bytes)) return bytes.toString()
  const spelled = raw.replaceAll(
    /[\\\u0080-\u00ff]/g,
    (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `${SPELLED_OUT}${spelled}`
}

/** The bytes of a path that {@link readPath} gave. */
export function toBytes(path: string): Buffer {
  if (!path.startsWith(SPELLED_OUT)) return Buffer.from(path)
  const raw = path
    .slice(SPELLED_OUT.length)
    .replaceAll(/\\x([0-9a-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(raw, 'latin1')
}

/** A path in quotes, as git reads one from its input: nothing in it ends the line. */
export function quotePath(path: string): string {
  const quoted = toBytes(path)
    .toString('latin1')
    .replaceAll(/[^\w./-]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)
  return `"${quoted}"`
}
