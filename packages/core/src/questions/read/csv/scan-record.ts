// Finds the cells of one record. Quotes and lengths are checked here, so that a record with an error is not read.
import { findCellEnd, isComma, MAX_QUOTED_LENGTH, MAX_UNQUOTED_LENGTH, skipLineEnding } from './cells.ts'

/** Maximum number of cells of a record. */
export const MAX_CELLS = 10_000

/** The error of a record that cannot be read. */
export interface RecordError {
  /** The index of the cell, from 0. */
  readonly cellIndex: number
  readonly message: string
}

/** A record in a text. Offsets are in UTF-16 code units. */
export type ScannedRecord =
  | {
      readonly kind: 'cells'
      /** The end of each cell. The next cell starts one code unit later. */
      readonly ends: readonly number[]
      /** The offset after the line ending. */
      readonly end: number
      /** Whether each cell is empty or consists of white space. */
      readonly isBlank: boolean
    }
  | {
      readonly kind: 'invalid'
      readonly error: RecordError
      /** The offset up to which the text was examined. More text after it does not change the error. */
      readonly examined: number
    }

/** Scans the record at `start`. The end of the text is the end of the record. */
export function scanRecord(text: string, start: number): ScannedRecord {
  const ends: number[] = []
  let isBlank = true
  for (let offset = start; ; ) {
    const found = findCellEnd(text, offset)
    if (found.kind !== 'end') return invalid(ends.length, MESSAGES[found.kind], offset + MAX_EXAMINED)
    isBlank &&= isBlankCell(text, offset, found.end)
    ends.push(found.end)
    if (!isComma(text, found.end)) {
      return { kind: 'cells', ends, end: skipLineEnding(text, found.end), isBlank }
    }
    if (ends.length === MAX_CELLS) return invalid(MAX_CELLS, TOO_MANY_CELLS, found.end)
    offset = found.end + 1
  }
}

function invalid(cellIndex: number, message: string, examined: number): ScannedRecord {
  return { kind: 'invalid', error: { cellIndex, message }, examined }
}

/**
 * Whether a record stays the same when text is appended.
 * @param length the length of the text
 */
export function isComplete(record: ScannedRecord, length: number): boolean {
  // A line ending, or a quote, at the end of a text can be the first half of two.
  return record.kind === 'cells' ? record.end < length - 1 : record.examined < length
}

const MAX_EXAMINED = Math.max(MAX_QUOTED_LENGTH, MAX_UNQUOTED_LENGTH) + 1

// The messages do not quote the file, because it may not be a dataset.
const MESSAGES = {
  unclosed:
    'expected a closing quote, got none within 20,000 characters or up to the end of the file; the row was not read',
  text_after_quote:
    'expected a comma or a line ending after a closing quote, got other text (a quote inside a quoted cell is doubled); the row was not read',
  too_long: `expected a cell of at most ${MAX_UNQUOTED_LENGTH} characters, got more; the row was not read`,
}
const TOO_MANY_CELLS = `expected at most ${MAX_CELLS} cells, got more; the row was not read`

function isBlankCell(text: string, start: number, end: number): boolean {
  return start === end || /^(?:\s*|"\s*")$/.test(text.slice(start, end))
}
