// Splits CSV text into records without reading their cells.
import { endOfCell, isComma, skipLineEnd } from './cells.ts'

/** Where reading stops. */
export interface RecordLimits {
  /** Maximum number of records. */
  readonly maxRecords: number
  /** Maximum number of records with another number of cells than the first one; the next such record is the last. */
  readonly maxUneven: number
}

/** Where a record is in its text, line end included, and how many cells it has. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly cells: number
}

/** The records that are not blank: those to read, and the one after them when reading stops early. */
export interface SplitText {
  readonly spans: readonly Span[]
  /** How many of `spans` are to be read. */
  readonly readable: number
  /** How many records there are, those after `spans` included. */
  readonly total: number
}

/** Splits a text into records; a record with nothing but blank cells is left out. */
export function splitRecords(text: string, { maxRecords, maxUneven }: RecordLimits): SplitText {
  const spans: Span[] = []
  let [total, uneven, readable] = [0, 0, 0]
  for (let start = 0; start < text.length; ) {
    const { isBlank, ...span } = scanRecord(text, start)
    start = span.end
    if (isBlank) continue
    total++
    const isReading = spans.length === readable
    if (isReading) spans.push(span)
    if (isReading && readable < maxRecords && uneven <= maxUneven) readable++
    if (span.cells !== spans[0]?.cells) uneven++
  }
  return { spans, readable, total }
}

function scanRecord(text: string, start: number): Span & { readonly isBlank: boolean } {
  let isBlank = true
  for (let cells = 1, at = start; ; cells++) {
    const end = endOfCell(text, at)
    isBlank &&= isBlankCell(text, at, end)
    if (!isComma(text, end)) return { start, end: skipLineEnd(text, end), cells, isBlank }
    at = end + 1
  }
}

function isBlankCell(text: string, start: number, end: number): boolean {
  return start === end || /^(?:\s*|"\s*")$/.test(text.slice(start, end))
}
