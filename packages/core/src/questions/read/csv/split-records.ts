// Splits CSV text into records without parsing their cells.
import { endOfCell, isComma, skipLineEnding } from './cells.ts'

/** The limits at which reading stops. */
export interface RecordLimits {
  /** Maximum number of records. */
  readonly maxRecords: number
  /**
   * Maximum number of ragged records before reading stops. A ragged record has a different number of cells
   * than the first record.
   */
  readonly maxRagged: number
}

/** The location of a record in its text, and the number of its cells. */
export interface Span {
  /** The offset of the first character, in UTF-16 code units. */
  readonly start: number
  /** The offset after the line ending. */
  readonly end: number
  readonly cells: number
}

/** The records of a text, without those in which all cells are blank. */
export interface SplitText {
  /** The records to read, followed by one more record when reading stops early. */
  readonly spans: readonly Span[]
  /** The number of records to read. */
  readonly readable: number
  /** The number of all records, including those that `spans` lacks. */
  readonly total: number
}

/** Splits a text into records. Blank records are left out. */
export function splitRecords(text: string, { maxRecords, maxRagged }: RecordLimits): SplitText {
  const spans: Span[] = []
  let [total, ragged, readable] = [0, 0, 0]
  for (let start = 0; start < text.length; ) {
    const { isBlank, ...span } = scanRecord(text, start)
    start = span.end
    if (isBlank) continue
    total++
    const isReading = spans.length === readable
    if (isReading) spans.push(span)
    if (isReading && readable < maxRecords && ragged <= maxRagged) readable++
    if (span.cells !== spans[0]?.cells) ragged++
  }
  return { spans, readable, total }
}

function scanRecord(text: string, start: number): Span & { readonly isBlank: boolean } {
  let isBlank = true
  for (let cells = 1, offset = start; ; cells++) {
    const end = endOfCell(text, offset)
    isBlank &&= isBlankCell(text, offset, end)
    if (!isComma(text, end)) return { start, end: skipLineEnding(text, end), cells, isBlank }
    offset = end + 1
  }
}

function isBlankCell(text: string, start: number, end: number): boolean {
  return start === end || /^(?:\s*|"\s*")$/.test(text.slice(start, end))
}
