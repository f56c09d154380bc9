// CSV text to records by csv-parse, strict about quotes; where a cell stands is worked out only when asked.
import { CsvError, parse } from 'csv-parse/sync'
import type { Position } from './problem.ts'

/** Records as the file has them; those with nothing but blank cells are left out and not counted. */
export interface CsvText {
  readonly records: readonly (readonly string[])[]
  /** How many records the text has; more than `records` holds where reading ended early. */
  readonly total: number
  /** The cell whose quotes csv-parse could not read, if any; `records` then ends before its record. */
  readonly fault?: { readonly record: number; readonly cell: number; readonly message: string }
  readonly locate: Locate
}

/** Where a cell starts. A record shorter than `cell` answers its end, a record past the last the end of the text. */
export type Locate = (record: number, cell: number) => Position

/** Where reading ends early. */
export interface CsvLimits {
  /** The most records that are read. */
  readonly maxRecords: number
  /** The most records that may have another number of cells than the first one; the next such record is the last. */
  readonly maxMisfits: number
}

const LINE_ENDS = ['\r\n', '\n', '\r']
const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22
const COMMA = 0x2c

/** Reads every record up to a limit, or to the first one whose quotes are wrong. Cells stay as they are, untrimmed. */
export function readCsv(text: string, limits: CsvLimits): CsvText {
  const { spans, readable, total } = indexRecords(text, limits)
  const locate = createLocator(text, spans)
  const content = spans.slice(0, readable).map(({ start, end }) => text.slice(start, end))
  return { ...parseStrictly(content.join('')), total, locate }
}

function parseStrictly(text: string): Pick<CsvText, 'records' | 'fault'> {
  const records: string[][] = []
  // csv-parse makes an error, with its stack, for each record of another length, even where it is to let it pass.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    parse(text, {
      record_delimiter: LINE_ENDS,
      relax_column_count: true,
      // Collected here, so that the records before an error are kept.
      on_record: (record: string[]) => {
        records.push(record)
        return null
      },
    })
    return { records }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { column: cell } = error as CsvError & { column: number }
    // What comes behind the colon may be the whole cell.
    const [kind] = error.message.split(':')
    const message = `expected RFC 4180 quotes (a quote inside a quoted cell is doubled), got: ${kind}; nothing after it was read`
    return { records, fault: { record: records.length, cell, message } }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** A record in its text, line end included. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Finds the records that are not blank: those to read, and the one after them where reading ends early. */
function indexRecords(text: string, { maxRecords, maxMisfits }: CsvLimits) {
  const spans: Span[] = []
  let [total, width, misfits, readable] = [0, 0, 0, 0]
  for (let start = 0; start < text.length; ) {
    const { end, cells, isBlank } = scanRecord(text, start)
    if (!isBlank) {
      total++
      if (total === 1) width = cells
      const isReadingOn = spans.length === readable
      if (isReadingOn) spans.push({ start, end })
      if (isReadingOn && readable < maxRecords && misfits <= maxMisfits) readable++
      if (cells !== width) misfits++
    }
    start = end
  }
  return { spans, readable, total }
}

function scanRecord(text: string, start: number): { end: number; cells: number; isBlank: boolean } {
  let isBlank = true
  for (let cells = 1, at = start; ; cells++) {
    const end = endOfCell(text, at)
    isBlank &&= isBlankCell(text, at, end)
    if (text.charCodeAt(end) !== COMMA) return { end: endOfLine(text, end), cells, isBlank }
    at = end + 1
  }
}

function isBlankCell(text: string, start: number, end: number): boolean {
  return start === end || /^(?:\s*|"\s*")$/.test(text.slice(start, end))
}

function endOfLine(text: string, at: number): number {
  return at + (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? 2 : 1)
}

function endOfCell(text: string, start: number): number {
  let offset = start
  while (text.charCodeAt(offset) === QUOTE) offset = text.indexOf('"', offset + 1) + 1 || text.length
  for (; offset < text.length; offset++) {
    const code = text.charCodeAt(offset)
    if (code === COMMA || code === LF || code === CR) break
  }
  return offset
}

/** Says where cells stand: walks the text once at the first question, and each record once while it is asked about. */
function createLocator(text: string, spans: readonly Span[]): Locate {
  let records: readonly Position[] | undefined
  let walk = { record: -1, offset: 0, cells: [] as Position[] }
  return (record, cell) => {
    records ??= placeRecords(text, spans)
    if (walk.record !== record) {
      const offset = spans[record]?.start ?? text.length
      walk = { record, offset, cells: [records[Math.min(record, spans.length)] as Position] }
    }
    const { cells } = walk
    while (cells.length <= cell) {
      const end = endOfCell(text, walk.offset)
      const next = text.charCodeAt(end) === COMMA ? end + 1 : end
      if (next === walk.offset) break
      cells.push(advance(text, cells.at(-1) as Position, walk.offset, next))
      walk.offset = next
    }
    return cells[Math.min(cell, cells.length - 1)] as Position
  }
}

/** Where each record starts, and where the text ends. */
function placeRecords(text: string, spans: readonly Span[]): Position[] {
  let position: Position = { line: 1, column: 1 }
  let offset = 0
  return [...spans.map(({ start }) => start), text.length].map((start) => {
    position = advance(text, position, offset, start)
    offset = start
    return position
  })
}

/** The position at the offset `to`, where `position` is the one at `from`. */
function advance(text: string, position: Position, from: number, to: number): Position {
  let { line, column } = position
  for (let offset = from; offset < to; offset++) {
    const code = text.charCodeAt(offset)
    if (code === LF || (code === CR && text.charCodeAt(offset + 1) !== LF)) {
      line++
      column = 1
    } else if (!isSecondHalf(code)) column++
  }
  return { line, column }
}

/** Whether a UTF-16 unit is the second half of a character. */
function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
