// Decodes a file. The only accepted encoding is UTF-8, with or without a byte order mark.
import { isUtf8 } from 'node:buffer'
import type { Position } from '../diagnostic.ts'
import { type ByteSource, sourceChangedError } from './byte-source.ts'

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
  source: ByteSource,
  maxErrors: number,
  onProgress?: (share: number) => void,
): DecodedText {
  const message = describeOtherFormat(source)
  if (message !== undefined) return { chunks: [], errors: [{ line: 1, column: 1, message }] }
  const errors = isValid(source) ? [] : findErrors(source, maxErrors)
  return { chunks: decodeChunks(source, onProgress), errors }
}

function* decodeChunks(source: ByteSource, onProgress?: (share: number) => void): Generator<string> {
  const decoder = new TextDecoder()
  let length = 0
  for (const chunk of source.chunks()) {
    onProgress?.(length / source.length)
    length += chunk.length
    yield decoder.decode(chunk, { stream: length < source.length })
  }
}

/** Whether a file is valid UTF-8. */
function isValid(source: ByteSource): boolean {
  let rest = Buffer.alloc(0)
  for (const chunk of source.chunks()) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const end = findLastCharacter(bytes)
    if (!isUtf8(bytes.subarray(0, end))) return false
    rest = Buffer.from(bytes.subarray(end))
  }
  return isUtf8(rest)
}

/** The maximum number of bytes of a character. */
const MAX_CHARACTER_BYTES = 4

/** Returns the offset of the last character, which may be incomplete. */
function findLastCharacter(bytes: Uint8Array): number {
  const first = Math.max(bytes.length - MAX_CHARACTER_BYTES, 0)
  for (let offset = bytes.length - 1; offset >= first; offset--) {
    const isContinuation = ((bytes[offset] as number) & 0xc0) === 0x80
    if (!isContinuation) return offset
  }
  // No character is as long, so these bytes are not valid, whatever follows.
  return bytes.length
}

const REMEDY = 'save the sheet as “CSV UTF-8”'

/** Describes a file that is no text in UTF-8 at all. Undefined for other files. */
function describeOtherFormat(source: ByteSource): string | undefined {
  const [bytes = new Uint8Array()] = source.chunks()
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

/** @throws Error when the invalid bytes that were found before are no longer there */
function findErrors(source: ByteSource, maxErrors: number): EncodingError[] {
  const errors: EncodingError[] = []
  let line = 0
  for (const bytes of splitLines(source)) {
    line++
    const content = line === 1 && hasByteOrderMark(bytes) ? bytes.subarray(3) : bytes
    if (!isUtf8(content)) errors.push({ line, ...describeError(content) })
    if (errors.length === maxErrors) break
  }
  if (errors.length === 0) throw sourceChangedError()
  return errors
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** Returns the lines of a file, without their line endings. A line is valid until the next one is requested. */
function* splitLines(source: ByteSource): Generator<Uint8Array> {
  /** The parts of a line that starts in an earlier chunk. */
  let parts: Uint8Array[] = []
  let endsWithCr = false
  for (const chunk of source.chunks()) {
    let start = endsWithCr && chunk[0] === LF ? 1 : 0
    for (let end = findLineEnding(chunk, start); end < chunk.length; end = findLineEnding(chunk, start)) {
      const rest = chunk.subarray(start, end)
      yield parts.length > 0 ? Buffer.concat([...parts, rest]) : rest
      parts = []
      start = end + (chunk[end] === CR && chunk[end + 1] === LF ? 2 : 1)
    }
    // A copy. `slice` of a Buffer would not be one.
    parts.push(Buffer.from(chunk.subarray(start)))
    endsWithCr = chunk.at(-1) === CR
  }
  yield Buffer.concat(parts)
}

function findLineEnding(bytes: Uint8Array, start: number): number {
  let end = start
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++
  return end
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
