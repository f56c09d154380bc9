// Decodes a file. The only accepted encoding is UTF-8, with or without a byte order mark.
import { isUtf8 } from 'node:buffer'
import type { Position } from '../diagnostic.ts'

/** The text of a file, without a byte order mark. Bytes that are not valid UTF-8 are replaced by U+FFFD. */
export interface DecodedText {
  /** The text in parts, which are decoded one after the other. */
  readonly chunks: Iterable<string>
  readonly errors: readonly EncodingError[]
}

/** The position of an invalid byte. */
export type EncodingError = Position & { readonly message: string }

const LF = 0x0a
const CR = 0x0d

/**
 * Decodes a whole file. Every line with invalid UTF-8 is one error, at its first invalid byte.
 * @param maxErrors maximum number of errors
 * @param onProgress is called before each chunk with the share of the file that was decoded, from 0 to 1
 */
export function decodeText(
  bytes: Uint8Array,
  maxErrors: number,
  onProgress?: (share: number) => void,
): DecodedText {
  const message = describeOtherFormat(bytes)
  if (message !== undefined) return { chunks: [], errors: [{ line: 1, column: 1, message }] }
  return {
    chunks: decodeChunks(bytes, onProgress),
    errors: isUtf8(bytes) ? [] : findErrors(bytes, maxErrors),
  }
}

const CHUNK_BYTES = 1024 * 1024

function* decodeChunks(bytes: Uint8Array, onProgress?: (share: number) => void): Generator<string> {
  const decoder = new TextDecoder()
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    onProgress?.(start / bytes.length)
    const end = start + CHUNK_BYTES
    yield decoder.decode(bytes.subarray(start, end), { stream: end < bytes.length })
  }
}

const REMEDY = 'save the sheet as “CSV UTF-8”'

/** Describes a file that is no text in UTF-8 at all. Undefined for other files. */
function describeOtherFormat(bytes: Uint8Array): string | undefined {
  if (isWorkbook(bytes)) return `expected CSV, got a workbook (.xlsx or .ods): ${REMEDY}`
  if (!hasUtf16ByteOrderMark(bytes)) return undefined
  return `expected UTF-8, got UTF-16: ${REMEDY}, or convert the file with \`questions import\``
}

/** Whether a file is a ZIP archive, as the workbooks of spreadsheets are, whatever their names are. */
function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

function hasUtf16ByteOrderMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

function findErrors(bytes: Uint8Array, maxErrors: number): EncodingError[] {
  const errors: EncodingError[] = []
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  let start = hasByteOrderMark ? 3 : 0
  for (let line = 1; start < bytes.length && errors.length < maxErrors; line++) {
    const { end, isAscii } = scanLine(bytes, start)
    if (!isAscii) {
      const content = bytes.subarray(start, end)
      if (!isUtf8(content)) errors.push({ line, ...describeError(content) })
    }
    start = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1)
  }
  return errors
}

/** Finds the end of a line, and checks whether the line is ASCII: no byte has the highest bit. */
function scanLine(bytes: Uint8Array, start: number): { end: number; isAscii: boolean } {
  let bits = 0
  for (let offset = start; offset < bytes.length; offset++) {
    const byte = bytes[offset] as number
    if (byte === LF || byte === CR) return { end: offset, isAscii: bits < 0x80 }
    bits |= byte
  }
  return { end: bytes.length, isAscii: bits < 0x80 }
}

function describeError(line: Uint8Array): { column: number; message: string } {
  const { column, offset } = findInvalidByte(line)
  const byte = (line[offset] ?? 0).toString(16).padStart(2, '0')
  return {
    column,
    message: `expected UTF-8, got the byte 0x${byte}: ${REMEDY}, or convert the file with \`questions import\``,
  }
}

/** Finds the first invalid byte of a line. The column counts code points. An encoded U+FFFD is valid. */
function findInvalidByte(line: Uint8Array): { column: number; offset: number } {
  let column = 1
  let offset = 0
  for (const char of new TextDecoder('utf-8', { ignoreBOM: true }).decode(line)) {
    const isEncoded = line[offset] === 0xef && line[offset + 1] === 0xbf && line[offset + 2] === 0xbd
    if (char === '\uFFFD' && !isEncoded) break
    offset += Buffer.byteLength(char)
    column++
  }
  return { column, offset }
}
