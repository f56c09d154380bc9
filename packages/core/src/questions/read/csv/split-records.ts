// Splits CSV text into records. A record with invalid quotes is left out, and reading resumes at the next line that fits.
import { findCellEnd, findNextLine, isComma, skipLineEnding } from './cells.ts'

/** The error of a record with invalid quotes. */
export interface QuoteError {
  /** The index of the cell, from 0. */
  readonly cellIndex: number
  readonly message: string
}

/** The location of a record in its text, and the number of its cells. */
export interface Span {
  /** The offset of the first character, in UTF-16 code units. */
  readonly start: number
  /** The offset after the line ending. With invalid quotes, the offset of the record at which reading resumes. */
  readonly end: number
  readonly cells: number
  readonly error?: QuoteError
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

/**
 * Splits a text into records. Blank records are left out.
 * @param maxRecords the number of records after which reading stops
 */
export function splitRecords(text: string, maxRecords: number): SplitText {
  const spans: Span[] = []
  let total = 0
  for (let start = 0; start < text.length; ) {
    const { isBlank, ...span } = scanRecord(text, start, spans[0]?.cells)
    start = span.end
    if (isBlank) continue
    total++
    if (total <= maxRecords + 1) spans.push(span)
  }
  return { spans, readable: Math.min(spans.length, maxRecords), total }
}

interface ScannedRecord extends Span {
  readonly isBlank: boolean
}

/** Scans the record at `start`. When its quotes are invalid, it ends where a record with `width` cells begins. */
function scanRecord(text: string, start: number, width: number | undefined): ScannedRecord {
  const record = scanLine(text, start)
  if (!record.error) return record
  let end = findNextLine(text, start)
  while (end < text.length && !fits(scanLine(text, end), width)) end = findNextLine(text, end)
  return { ...record, end }
}

function fits({ cells, error }: Span, width: number | undefined): boolean {
  return !error && (width === undefined || cells === width)
}

function scanLine(text: string, start: number): ScannedRecord {
  let isBlank = true
  for (let cells = 1, offset = start; ; cells++) {
    const found = findCellEnd(text, offset)
    if (found.kind !== 'end') {
      const message = found.kind === 'unclosed' ? UNCLOSED : TEXT_AFTER_QUOTE
      return { start, end: text.length, cells, isBlank: false, error: { cellIndex: cells - 1, message } }
    }
    isBlank &&= isBlankCell(text, offset, found.end)
    if (!isComma(text, found.end)) return { start, end: skipLineEnding(text, found.end), cells, isBlank }
    offset = found.end + 1
  }
}

// The messages do not quote the file, because it may not be a dataset.
const UNCLOSED =
  'expected a closing quote, got none within 20,000 characters or up to the end of the file; the row was not read'
const TEXT_AFTER_QUOTE =
  'expected a comma or a line ending after a closing quote, got other text (a quote inside a quoted cell is doubled); the row was not read'

function isBlankCell(text: string, start: number, end: number): boolean {
  return start === end || /^(?:\s*|"\s*")$/.test(text.slice(start, end))
}
