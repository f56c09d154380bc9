// Bytes to text: UTF-8 with or without a byte order mark, and nothing else.
import { isUtf8 } from 'node:buffer'
import type { Position } from './problem.ts'

/** A file's text, and what is not UTF-8 in it; there the text has U+FFFD. */
export interface DecodedText {
  readonly text: string
  readonly faults: readonly (Position & { message: string })[]
}

const LF = 0x0a
const CR = 0x0d

/** Decodes a whole file. Each of the first `maxFaults` lines that are not UTF-8 is one fault, at its first wrong byte. */
export function decodeText(bytes: Uint8Array, maxFaults: number): DecodedText {
  if (startsAsUtf16(bytes)) {
    const message = 'expected UTF-8, got UTF-16: save the sheet as “CSV UTF-8”'
    return { text: '', faults: [{ line: 1, column: 1, message }] }
  }
  const text = new TextDecoder().decode(bytes)
  return { text, faults: isUtf8(bytes) ? [] : findFaults(bytes, maxFaults) }
}

function startsAsUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

function findFaults(bytes: Uint8Array, most: number): DecodedText['faults'] {
  const faults: (Position & { message: string })[] = []
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  for (let start = hasMark ? 3 : 0, line = 1; start < bytes.length && faults.length < most; line++) {
    const { end, isAscii } = scanLine(bytes, start)
    if (!isAscii) {
      const content = bytes.subarray(start, end)
      if (!isUtf8(content)) faults.push({ line, ...describeFault(content) })
    }
    start = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1)
  }
  return faults
}

function scanLine(bytes: Uint8Array, start: number): { end: number; isAscii: boolean } {
  let bits = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === LF || byte === CR) return { end: at, isAscii: bits < 0x80 }
    bits |= byte
  }
  return { end: bytes.length, isAscii: bits < 0x80 }
}

function describeFault(line: Uint8Array): { column: number; message: string } {
  const { column, offset } = findWrongByte(line)
  const byte = (line[offset] ?? 0).toString(16).padStart(2, '0')
  return { column, message: `expected UTF-8, got the byte 0x${byte}: save the sheet as “CSV UTF-8”` }
}

/** The first wrong byte: its offset, and its place counted in characters; a well-encoded U+FFFD is passed over. */
function findWrongByte(line: Uint8Array): { column: number; offset: number } {
  let column = 1
  let offset = 0
  for (const char of new TextDecoder('utf-8', { ignoreBOM: true }).decode(line)) {
    const isGenuine = line[offset] === 0xef && line[offset + 1] === 0xbf && line[offset + 2] === 0xbd
    if (char === '\uFFFD' && !isGenuine) break
    offset += Buffer.byteLength(char)
    column++
  }
  return { column, offset }
}
