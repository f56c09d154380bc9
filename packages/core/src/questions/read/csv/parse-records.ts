// Parses records into cells with csv-parse. Consecutive records with the same number of cells are parsed in
// one call. In a call, csv-parse creates an Error with a stack for each record whose number of cells differs
// from that of the first record, even when `relax_column_count` allows the record.
import { CsvError as ParserError, parse } from 'csv-parse/sync'
import type { Span } from './split-records.ts'

/** A cell with invalid quotes. Both indexes start at 0. */
export interface CsvError {
  readonly recordIndex: number
  readonly cellIndex: number
  readonly message: string
}

/** Parses records up to the first one with invalid quotes. */
export function parseRecords(
  text: string,
  spans: readonly Span[],
): { readonly records: readonly (readonly string[])[]; readonly error?: CsvError } {
  const records: string[][] = []
  for (let first = 0; first < spans.length; ) {
    const next = endOfRun(spans, first)
    const run = spans.slice(first, next).map(({ start, end }) => text.slice(start, end))
    const error = parseInto(records, run.join(''))
    if (error) return { records, error }
    first = next
  }
  return { records }
}

/** Returns the index of the first record after `first` that has a different number of cells. */
function endOfRun(spans: readonly Span[], first: number): number {
  let next = first + 1
  while (next < spans.length && spans[next]?.cells === spans[first]?.cells) next++
  return next
}

function parseInto(records: string[][], text: string): CsvError | undefined {
  try {
    parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Records are collected here because `parse` returns nothing when there is an error.
      on_record: (record: string[]) => {
        records.push(record)
        return null
      },
    })
    return undefined
  } catch (error) {
    if (!(error instanceof ParserError)) throw error
    const { column: cellIndex } = error as ParserError & { column: number }
    // The part after the colon can contain the whole cell.
    const [kind] = error.message.split(':')
    const message = `expected RFC 4180 quotes (double each quote in a quoted cell), got ${kind}; the rest of the file was not read`
    return { recordIndex: records.length, cellIndex, message }
  }
}
