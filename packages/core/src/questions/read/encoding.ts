// Checks the encoding of a file. The only accepted encoding is UTF-8, with or without a byte order mark.
import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'

/** A line that is not UTF-8, from 1. */
export interface EncodingError {
  readonly line: number
  readonly message: string
}

const REMEDY = 'save the sheet as “CSV UTF-8”'
const CONVERT = `${REMEDY}, or convert the file with \`questions import\``

/** Describes a file that is no text in UTF-8 at all. Undefined for other files. */
export function describeOtherFormat(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  // The workbooks of spreadsheets are ZIP archives.
  if (start === '504b0304') return `expected CSV, got a workbook (.xlsx or .ods): ${CONVERT}`
  if (/^(?:fffe|feff)/.test(start)) return `expected UTF-8, got UTF-16: ${CONVERT}`
  return undefined
}

/** How many lines are checked before other work can run. */
const LINES_PER_TURN = 10_000

/** Finds the lines that are not valid UTF-8. The first message says what to do. @param maxErrors maximum number of errors */
export async function findEncodingErrors(bytes: Uint8Array, maxErrors: number): Promise<EncodingError[]> {
  if (isUtf8(bytes)) return []
  const errors: EncodingError[] = []
  // Line endings are ASCII in UTF-8, so that the bytes can be split into lines before they are decoded.
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r\n?|\n/)
  for (const [index, text] of lines.entries()) {
    if (errors.length === maxErrors) break
    if (index % LINES_PER_TURN === 0) await setImmediate()
    const line = Buffer.from(text, 'latin1')
    if (isUtf8(line)) continue
    const remedy = errors.length === 0 ? `: ${CONVERT}` : ''
    errors.push({ line: index + 1, message: `${describeInvalidByte(line)}${remedy}` })
  }
  return errors
}

function describeInvalidByte(line: Uint8Array): string {
  let offset = 0
  for (const char of new TextDecoder('utf-8', { ignoreBOM: true }).decode(line)) {
    // An encoded U+FFFD is valid.
    const isEncoded = line[offset] === 0xef && line[offset + 1] === 0xbf && line[offset + 2] === 0xbd
    if (char === '\uFFFD' && !isEncoded) break
    offset += Buffer.byteLength(char)
  }
  const byte = (line[offset] ?? 0).toString(16).padStart(2, '0')
  return `expected UTF-8, got the byte 0x${byte}`
}
