// CSV text to records by csv-parse, strict about quotes; where a cell stands is worked out only when asked.
import { CsvError, parse } from 'csv-parse/sync'
import type { Position } from './problem.ts'

/** Records as the file has them; only lines with nothing at all in them are left out and not counted. */
export interface CsvText {
  readonly records: readonly (readonly string[])[]
  /** The cell whose quotes csv-parse could not read, if any; `records` then ends before its record. */
  readonly fault?: { readonly record: number; readonly cell: number; readonly message: string }
}

/** Where a cell starts. A record shorter than `cell` answers its end, a record past the last the end of the text. */
export type Locate = (record: number, cell: number) => Position

const LINE_ENDS = ['\r\n', '\n', '\r']

/** Reads every record up to the first one whose quotes are wrong. Cells stay as they are, untrimmed. */
export function readCsv(text: string): CsvText {
  try {
    return { records: parseStrictly(text) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { records: record, column: cell } = error as CsvError & { records: number; column: number }
    const message = `expected RFC 4180 quotes (a quote inside a quoted cell is doubled), got: ${error.message}; nothing after it was read`
    const before = text.slice(0, indexRecords(text)[record])
    return { records: parseStrictly(before), fault: { record, cell, message } }
  }
}

function parseStrictly(text: string): string[][] {
  // csv-parse makes an error, with its stack, for each record of another length, even where it is to let it pass.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return parse(text, { record_delimiter: LINE_ENDS, relax_column_count: true, skip_empty_lines: true })
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Prepares to say where cells stand: the first question walks the text once, the others only look up. */
export function createLocator(text: string): Locate {
  let starts: { records: number[]; lines: number[] } | undefined
  return (record, cell) => {
    starts ??= { records: indexRecords(text), lines: indexLines(text) }
    const offset = skipCells(text, starts.records[record] ?? text.length, cell)
    const line = countUpTo(starts.lines, offset)
    const before = text.slice(starts.lines[line - 1], offset)
    return { line, column: [...before].length + 1 }
  }
}

function indexLines(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (match) => match.index + match[0].length)]
}

function countUpTo(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

function indexRecords(text: string): number[] {
  const starts: number[] = []
  for (let at = 0; at < text.length; ) {
    const end = skipCells(text, at, Number.POSITIVE_INFINITY)
    if (end > at) starts.push(at)
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return starts
}

/** The offset where cell number `cells` of the record at `start` starts, or else where the record ends. */
function skipCells(text: string, start: number, cells: number): number {
  let offset = start
  for (let cell = 0; cell < cells; cell++) {
    offset = endOfCell(text, offset)
    if (text[offset] !== ',') return offset
    offset++
  }
  return offset
}

function endOfCell(text: string, start: number): number {
  let offset = start
  while (text[offset] === '"') offset = text.indexOf('"', offset + 1) + 1 || text.length
  while (offset < text.length && !',\r\n'.includes(text[offset] as string)) offset++
  return offset
}
