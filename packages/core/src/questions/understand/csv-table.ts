// Reads CSV from any tool as a table: separated by commas, semicolons, tabs or bars, with quotes that are not always closed.
import { countKnownColumns, readRecords, withoutBom } from '../read/index.ts'
import { ImportError, type LeftOutError, leftOut, refusal } from './errors.ts'
import { type HeaderSettings, splitHeader } from './header.ts'
import type { TableRecord } from './records.ts'
import type { Table } from './table.ts'

/** The names of the separators, for people. */
const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const
/** A first line alone says that colons separate. */
type Separator = keyof typeof SEPARATORS | ':'

/** A table of a CSV file. */
export interface CsvTable extends Table {
  readonly separator: string
  /** Lines that are no records. */
  readonly dropped: readonly { readonly number: number; readonly error: LeftOutError }[]
}

/** Each unclosed quote makes the parser read on to a line that it has already read. */
const MAX_UNCLOSED_QUOTES = 100

/**
 * Reads CSV in UTF-8. A line with a quote that is never closed is dropped, and reading continues with the next line.
 * @throws ImportError when there is no header, or too many unclosed quotes
 */
export async function readCsvTable(bytes: Uint8Array, settings: HeaderSettings): Promise<CsvTable> {
  const given = withoutBom(bytes)
  const { separator, start } = findSeparator(given, settings)
  const text = doubleQuotes(given, separator)
  const records: TableRecord[] = []
  const dropped: CsvTable['dropped'][number][] = []
  let rest: Rest = { bytes: text.subarray(start), line: 1 }
  for (let quotes = 0; ; quotes++) {
    const unclosed = await readUpToUnclosed(rest, separator, records, dropped)
    if (unclosed === undefined) break
    if (quotes === MAX_UNCLOSED_QUOTES)
      throw refusal(`at most ${MAX_UNCLOSED_QUOTES} quotes that are not closed`, 'more')
    dropped.push({ number: unclosed, error: createUnclosedError() })
    rest = skipLines(rest, unclosed + 1)
  }
  return {
    ...splitHeader(records, settings, separator),
    separator: separator === ':' ? 'colons' : SEPARATORS[separator],
    dropped,
  }
}

/** Doubles quotes with a backslash before them, as databases and programs write them, unless quotes are doubled. Its size stays. */
function doubleQuotes(bytes: Uint8Array, separator: Separator): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!file.includes('\\"')) return bytes
  const text = file.toString()
  const isEscaped = new RegExp(String.raw`(?:^|[${separator}])"[^"\r\n]*\\"[^"\r\n]`, 'm').test(text)
  const isDoubled = new RegExp(String.raw`[^"\\\r\n${separator}]""[^"\r\n${separator}]`).test(text)
  return isEscaped && !isDoubled ? Buffer.from(text.replaceAll('\\"', '""')) : bytes
}

/** A part of a file, and the number of its first line. */
interface Rest {
  readonly bytes: Uint8Array
  readonly line: number
}

/** Adds the records up to a quote that is not closed. Returns the line of this quote, if any. */
async function readUpToUnclosed(
  { bytes, line }: Rest,
  separator: string,
  records: TableRecord[],
  dropped: { number: number; error: LeftOutError }[],
): Promise<number | undefined> {
  let unclosed: number | undefined
  const end = await readRecords(
    bytes,
    (cells, at, isClosed) => {
      // The copy has no room for more cells, unlike the array of the parser.
      const values = cells.slice()
      const number = line + at - 1
      const width = (records[0]?.values ?? values).length
      const isLong = values.some((value) => LINE_END.test(value))
      const hasRow = isLong && values.some((value) => containsRow(value, separator, width))
      if (isLong && (!isClosed() || (hasRow && values.length !== width))) unclosed = number
      // The quote is closed where a cell ends. Only when its first line can be a row, it may be the quote of another cell.
      else if (hasRow && containsRow(values[0] ?? '', separator, width, 1))
        dropped.push({ number, error: createUnclosedError() })
      else records.push({ number, values })
      return unclosed === undefined
    },
    { separator, allowsTextAfterQuote: true },
  )
  if (unclosed !== undefined || end.problem === undefined) return unclosed
  if (end.isUnclosed) return line + end.line - 1
  throw new ImportError(end.problem)
}

/**
 * Whether a quoted text with several lines contains the end of a row and the start of another one: a quote that is not closed joins
 * them. A text with lines and separators of its own is a rare one, and is left out too.
 * @param lines how many of its lines are searched. Default: all
 */
function containsRow(value: string, separator: string, width: number, lines?: number): boolean {
  if (width < 2 || !LINE_END.test(value)) return false
  return value.split(/\r\n|\n|\r/, lines).some((line) => line.split(separator).length >= width)
}

const LINE_END = /[\r\n]/

const createUnclosedError = () => leftOut('a closing quote on the line', 'none before the next row')

const LF = 0x0a
const CR = 0x0d

function skipLines({ bytes, line }: Rest, to: number): Rest {
  let at = 0
  for (let current = line; current < to && at < bytes.length; at++)
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) current += 1
  return { bytes: bytes.subarray(at), line: to }
}

/** The size of the start of a file that contains its first line. */
const HEAD_BYTES = 100_000

/** How many lines decide about the separator. */
const SAMPLE_LINES = 20

/**
 * Finds the separator: that of a first line such as `sep=;`, which Excel can write and which is skipped up to its end; or the one that
 * gives the header the most known columns, or else all of the first lines the same number of columns, or else the most columns.
 */
function findSeparator(
  bytes: Uint8Array,
  { mapping }: HeaderSettings,
): { separator: Separator; start: number } {
  const text = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES))
  const [said, separator] = /^"?sep=([,;|\t:])"?(?=\r|\n)/i.exec(text) ?? []
  if (said !== undefined) return { separator: separator as Separator, start: Buffer.byteLength(said) }
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const scores = (Object.keys(SEPARATORS) as (keyof typeof SEPARATORS)[]).map((separator) => {
    const rows = lines.slice(0, SAMPLE_LINES).map((line) => line.split(separator))
    const cells = rows[0] ?? []
    // The header can be below a title.
    const known = Math.max(...rows.map((row) => countKnown(row, mapping)), 0)
    const isEven = cells.length > 1 && rows.every((row) => row.length === cells.length)
    // Nobody writes a tab in a text.
    const isTab = separator === '\t' ? 0.5 : 0
    return { separator, score: known * 1000 + (isEven ? 500 : 0) + cells.length + isTab }
  })
  const best = scores.reduce((first, other) => (other.score > first.score ? other : first))
  return { separator: best.separator, start: 0 }
}

function countKnown(cells: readonly string[], mapping: HeaderSettings['mapping']): number {
  const names = cells.map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return countKnownColumns(names) + names.filter((name) => mapping.has(name)).length
}
