// Reads CSV in linear time. Invalid quotes are errors, and cells are not trimmed.
import { createLocator, type Locate } from './locate.ts'
import { type CsvError, parseRecords } from './parse-records.ts'
import { type RecordLimits, splitRecords } from './split-records.ts'

/** The records of a text. Records in which all cells are blank are left out and not counted. */
export interface CsvText {
  readonly records: readonly (readonly string[])[]
  /** The number of records of the text. It exceeds the length of `records` when reading stopped early. */
  readonly total: number
  /** The first cell with invalid quotes, if any. `records` ends before its record. */
  readonly error?: CsvError
  readonly locate: Locate
}

/** Reads the records up to a limit, or up to the first record with invalid quotes. */
export function readCsv(text: string, limits: RecordLimits): CsvText {
  const { spans, readable, total } = splitRecords(text, limits)
  return { ...parseRecords(text, spans.slice(0, readable)), total, locate: createLocator(text, spans) }
}
