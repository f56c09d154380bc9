// Reads CSV strictly, in time linear in the length of the text. Cells stay as they are, untrimmed.
import { createLocator, type Locate } from './locate.ts'
import { type CsvError, parseRecords } from './parse-records.ts'
import { type RecordLimits, splitRecords } from './split-records.ts'

/** The records of a text. Records with nothing but blank cells are left out and not counted. */
export interface CsvText {
  readonly records: readonly (readonly string[])[]
  /** How many records the text has; more than `records` has when reading stopped early. */
  readonly total: number
  /** The first cell with invalid quotes, if any; `records` ends before its record. */
  readonly error?: CsvError
  readonly locate: Locate
}

/** Reads every record up to a limit, or up to the first one with invalid quotes. */
export function readCsv(text: string, limits: RecordLimits): CsvText {
  const { spans, readable, total } = splitRecords(text, limits)
  return { ...parseRecords(text, spans.slice(0, readable)), total, locate: createLocator(text, spans) }
}
