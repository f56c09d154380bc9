// Bytes to text: UTF-8 with or without a byte order mark, and nothing else.
import { isUtf8 } from 'node:buffer'
import type { Position } from './problem.ts'

/** A file's text, and what is not UTF-8 in it; there the text has U+FFFD. */
export interface DecodedText {
  readonly text: string
  readonly faults: readonly (Position & { message: string })[]
}

const LF = 0x0a

/** Decodes a whole file. Each line that is not UTF-8 is one fault, at its first wrong byte. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (startsAsUtf16(bytes)) {
    const message = 'expected UTF-8, got UTF-16: save the sheet as “CSV UTF-8”'
    return { text: '', faults: [{ line: 1, column: 1, message }] }
  }
  const text = new TextDecoder().decode(bytes)
  return { text, faults: isUtf8(bytes) ? [] : findFaults(bytes) }
}

function startsAsUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

function findFaults(bytes: Uint8Array): DecodedText['faults'] {
  const faults: (Position & { message: string })[] = []
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const found = bytes.indexOf(LF, start)
    const end = found === -1 ? bytes.length : found
    const content = bytes.subarray(start, end)
    if (!isUtf8(content)) faults.push({ line, ...describeFault(content) })
    start = end + 1
  }
  return faults
}

function describeFault(line: Uint8Array): { column: number; message: string } {
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(line)
  const before = decoded.slice(0, findReplacement(line, decoded))
  const byte = line[Buffer.byteLength(before)] ?? 0
  const message = `expected UTF-8, got the byte 0x${byte.toString(16).padStart(2, '0')}: save the sheet as “CSV UTF-8”`
  return { column: [...before].length + 1, message }
}

/** The first U+FFFD that stands for a wrong byte; a well-encoded U+FFFD of the author's is passed over. */
function findReplacement(line: Uint8Array, decoded: string): number {
  let at = decoded.indexOf('\uFFFD')
  while (at !== -1) {
    const offset = Buffer.byteLength(decoded.slice(0, at))
    const genuine = line[offset] === 0xef && line[offset + 1] === 0xbf && line[offset + 2] === 0xbd
    if (!genuine) return at
    at = decoded.indexOf('\uFFFD', at + 1)
  }
  return decoded.length
}
