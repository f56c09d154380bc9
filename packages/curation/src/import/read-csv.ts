// Reads CSV from any tool: separated by commas, semicolons, tabs or bars, with quotes that are not always closed.
import { type CsvError, parse } from 'csv-parse/sync'
import {
  countKnownColumns,
  describeColumns,
  describeUse,
  ImportError,
  mapColumns,
  type Target,
} from './columns.ts'
import { type Dropped, readEach } from './left-out.ts'
import { assertOneRowEach } from './one-row-each.ts'
import { readRecord, type Source, type TableRecord } from './records.ts'

const SEPARATOR_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}

/** Each unclosed quote makes the parser read to the end of the file. */
const MAX_UNCLOSED_QUOTES = 100

/**
 * Reads CSV. The first record is the header. A line with a quote that is never closed is dropped, and reading continues
 * with the next line.
 * @throws ImportError when there is no header, no known column, or too many unclosed quotes
 */
export function readCsvSource(
  source: string,
  mapping: ReadonlyMap<string, Target>,
  optionSeparator: string | undefined,
): Source {
  const { text, separator = detectSeparator(text, mapping) } = readSeparatorLine(source)
  const { rows, dropped } = readRows(text, separator)
  const [head, ...rest] = rows
  if (!head) throw new ImportError('expected a header line, got an empty file')
  const header = head.values.map((name) => String(name).trim())
  const columns = mapColumns(header, mapping, { remedy: '; the header must be the first line' })
  assertOneRowEach(header, columns, rest)
  return {
    format: `CSV separated by ${SEPARATOR_NAMES[separator]}`,
    questions: readEach(rest, dropped, (row) => readRecord(header, columns, row, optionSeparator)),
    dropped,
    notes: describeColumns(header, columns, 'column'),
    hasHtmlEntities: false,
    columns,
    use: describeUse(header, columns),
  }
}

/** Excel can write the separator as the first line, such as `sep=;`. The line becomes blank, so that lines are counted. */
function readSeparatorLine(text: string): { text: string; separator?: string } {
  const [line, separator] = /^"?sep=([,;|\t])"?(?=\r|\n)/i.exec(text) ?? []
  return line === undefined || separator === undefined
    ? { text }
    : { text: text.slice(line.length), separator }
}

/** The separator that gives the header the most known columns, or else the most columns. */
function detectSeparator(text: string, mapping: ReadonlyMap<string, Target>): string {
  const [line = ''] = text.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '').split(/\r\n|\n|\r/, 1)
  const scores = Object.keys(SEPARATOR_NAMES).map((separator) => {
    const names = line.split(separator).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    const mapped = names.filter((name) => mapping.has(name)).length
    return { separator, score: (countKnownColumns(names) + mapped) * 1000 + names.length }
  })
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).separator
}

function readRows(text: string, separator: string): { rows: TableRecord[]; dropped: Dropped[] } {
  let rows: TableRecord[] = []
  const dropped: Dropped[] = []
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/)
  for (let firstLine = 0; firstLine < lines.length; ) {
    const read = parseFrom(
      firstLine === 0 ? text : lines.slice(firstLine).join(''),
      separator,
      firstLine,
      rows[0],
    )
    rows = rows.concat(read.rows)
    if (read.unclosedLine === undefined) break
    if (dropped.length === MAX_UNCLOSED_QUOTES) {
      throw new ImportError(`expected at most ${MAX_UNCLOSED_QUOTES} quotes that are not closed, got more`)
    }
    dropped.push({
      origin: `line ${read.unclosedLine + 1}`,
      reason: 'expected a closing quote on the line, got none before the next row',
    })
    firstLine = read.unclosedLine + 1
  }
  return { rows, dropped }
}

/** Parses records. When a quote is not closed, returns the records before it and the index of its record's first line. */
function parseFrom(text: string, separator: string, firstLine: number, head: TableRecord | undefined) {
  const rows: TableRecord[] = []
  let nextLine = firstLine
  let unclosedLine: number | undefined
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      on_record: (record: string[], { lines }) => {
        const width = (head ?? rows[0])?.values.length
        if (unclosedLine !== undefined) return null
        if (width !== undefined && record.some((value) => containsRow(value, separator, width))) {
          unclosedLine = nextLine
          return null
        }
        const isBlank = record.every((value) => value.trim() === '')
        if (!isBlank) rows.push({ origin: `line ${nextLine + 1}`, values: record })
        nextLine = firstLine + lines
        return null
      },
    })
    return { rows, unclosedLine }
  } catch (error) {
    if ((error as CsvError).code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    return { rows, unclosedLine: unclosedLine ?? nextLine }
  }
}

/**
 * Whether a quoted text with several lines contains the end of a row and the start of another one: a quote that is not closed joins
 * them. A text with lines and separators of its own is a rare one, and is left out too.
 */
function containsRow(value: string, separator: string, width: number): boolean {
  const lines = value.split(/\r\n|\n|\r/)
  return lines.length > 1 && width > 1 && lines.some((line) => line.split(separator).length >= width)
}
