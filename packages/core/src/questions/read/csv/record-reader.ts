// Reads CSV in linear time, from chunks of text, so that a file is never in memory as one string. Cells are not trimmed.
import type { Position } from '../../diagnostic.ts'
import { CR, findLineEnding, LF, readCell, skipLineEnding } from './cells.ts'
import { advance, type RecordLocation } from './locate.ts'
import { isComplete, type RecordError, type ScannedRecord, scanRecord } from './scan-record.ts'

/** The cells of a record, or the reason why it cannot be read. */
export type CsvRecord =
  | { readonly kind: 'cells'; readonly cells: readonly string[]; readonly location: RecordLocation }
  | { readonly kind: 'invalid'; readonly error: RecordError; readonly location: RecordLocation }

/** Reads the records of a text one after the other. */
export interface RecordReader {
  /** Returns the next record, or undefined at the end. Records in which all cells are blank are left out. */
  next(): CsvRecord | undefined
  /** Returns the position of the end of the text. Call it at the end. */
  end(): Position
}

/**
 * Creates a reader. After a record that cannot be read, it resumes at the next line that has as many cells as the first
 * record.
 * @param chunks the text, in parts of any length
 */
export function createRecordReader(chunks: Iterable<string>): RecordReader {
  const source = chunks[Symbol.iterator]()
  let text = ''
  let isFinal = false
  /** Where the next record starts: its offset in `text`, and its line in the file. */
  let offset = 0
  let line = 1
  let width: number | undefined
  let isSkipping = false
  let last: RecordLocation = { text, start: 0, line }

  /** Drops the text that was read, and at least doubles the rest. */
  const grow = () => {
    const rest = text.slice(offset)
    const parts = [rest]
    for (let added = 0; added <= rest.length; ) {
      const { value, done } = source.next()
      isFinal = done === true
      if (isFinal) break
      parts.push(value)
      added += value.length
    }
    text = parts.join('')
    offset = 0
  }
  const scan = (): ScannedRecord => {
    let record = scanRecord(text, offset)
    while (!isFinal && !isComplete(record, text.length)) {
      grow()
      record = scanRecord(text, offset)
    }
    last = { text, start: offset, line }
    return record
  }
  const advanceTo = (end: number) => {
    line += countLineEndings(text, offset, end)
    offset = end
  }
  const skipLine = () => {
    let ending = findLineEnding(text, offset)
    while (!isFinal && ending >= text.length - 1) {
      offset = ending
      grow()
      ending = findLineEnding(text, offset)
    }
    advanceTo(Math.min(text.length, skipLineEnding(text, ending)))
  }
  const readOne = (): CsvRecord | 'skipped' => {
    const record = scan()
    const fits = record.kind === 'cells' && (width === undefined || record.ends.length === width)
    if (isSkipping && !fits) {
      skipLine()
      return 'skipped'
    }
    const location = last
    isSkipping = record.kind === 'invalid'
    if (record.kind === 'invalid') {
      width ??= record.error.cellIndex + 1
      skipLine()
      return { kind: 'invalid', error: record.error, location }
    }
    advanceTo(record.end)
    if (record.isBlank) return 'skipped'
    width ??= record.ends.length
    return { kind: 'cells', cells: readCells(location, record.ends), location }
  }
  return {
    next() {
      for (;;) {
        if (offset >= text.length && !isFinal) grow()
        if (offset >= text.length) return undefined
        const record = readOne()
        if (record !== 'skipped') return record
      }
    },
    end: () => advance(last.text, { line: last.line, column: 1 }, last.start, last.text.length),
  }
}

function readCells({ text, start }: RecordLocation, ends: readonly number[]): string[] {
  let offset = start
  return ends.map((end) => {
    const cell = readCell(text, offset, end)
    offset = end + 1
    return cell
  })
}

/** Counts the line endings from one offset to another. */
function countLineEndings(text: string, from: number, to: number): number {
  let count = 0
  for (let offset = from; offset < to; offset++) {
    const code = text.charCodeAt(offset)
    if (code === LF || (code === CR && text.charCodeAt(offset + 1) !== LF)) count++
  }
  return count
}
