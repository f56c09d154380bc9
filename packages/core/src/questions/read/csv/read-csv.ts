// Reads CSV in linear time. Cells are not trimmed.
import { findCellEnd, readCell } from './cells.ts'
import { createLocator, type Locate } from './locate.ts'
import { type QuoteError, type Span, splitRecords } from './split-records.ts'

/** The cells of a record, or the error in its quotes. */
export type CsvRecord =
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  | { readonly kind: 'invalid'; readonly error: QuoteError }

/** The records of a text. Records in which all cells are blank are left out and not counted. */
export interface CsvText {
  readonly records: readonly CsvRecord[]
  /** The number of records of the text. It exceeds the length of `records` when reading stopped early. */
  readonly total: number
  readonly locate: Locate
}

/**
 * Reads the records of a text.
 * @param maxRecords the number of records after which reading stops
 */
export function readCsv(text: string, maxRecords: number): CsvText {
  const { spans, readable, total } = splitRecords(text, maxRecords)
  const records = spans.slice(0, readable).map((span) => readRecord(text, span))
  return { records, total, locate: createLocator(text, spans) }
}

function readRecord(text: string, { start, cells: count, error }: Span): CsvRecord {
  if (error) return { kind: 'invalid', error }
  const cells: string[] = []
  for (let offset = start; cells.length < count; ) {
    const found = findCellEnd(text, offset)
    const end = found.kind === 'end' ? found.end : text.length
    cells.push(readCell(text, offset, end))
    offset = end + 1
  }
  return { kind: 'cells', cells }
}
