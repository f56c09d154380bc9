// Records to cells, by csv-parse. Records of the same length are parsed together: for each record of another length
// than the first one, csv-parse creates an Error with its stack, even when `relax_column_count` allows the record.
import { CsvError as ParserError, parse } from 'csv-parse/sync'
import type { Span } from './split-records.ts'

/** A cell with invalid quotes. Both numbers count from 0. */
export interface CsvError {
  readonly record: number
  readonly cell: number
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

/** The number of the first record after `first` that has another number of cells. */
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
      // Collected here, so that the records before an error are kept.
      on_record: (record: string[]) => {
        records.push(record)
        return null
      },
    })
    return undefined
  } catch (error) {
    if (!(error instanceof ParserError)) throw error
    const { column: cell } = error as ParserError & { column: number }
    // The text after the colon may be the whole cell.
    const [kind] = error.message.split(':')
    const message = `expected RFC 4180 quotes (a quote inside a quoted cell is doubled), got: ${kind}; nothing after it was read`
    return { record: records.length, cell, message }
  }
}
