// Reads CSV with csv-parse, which merges or shifts rows in silence. The options and checks here prevent that.
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

/**
 * Takes the cells of a record and its first line, from 1. Returns whether to read on.
 * @param isClosed whether the quote of each cell of several lines is closed at the end of the cell
 */
export type RecordHandler = (cells: readonly string[], line: number, isClosed: () => boolean) => boolean

/** Where reading ended. */
export interface EndOfRecords {
  /** The line of the problem, or the line after the last record. */
  readonly line: number
  /** The reason why the rest of the file cannot be read. */
  readonly problem?: string
  /** Whether a quote that is not closed is the problem, so that what follows its line can be read. */
  readonly isUnclosed?: boolean
}

/** How to read records. */
export interface CsvOptions {
  /** What separates cells. Default: a comma. */
  readonly separator?: string
  /** Whether text can follow a closing quote. Then the quotes are text too. Default: false. */
  readonly allowsTextAfterQuote?: boolean
}

/** Maximum size of a record in bytes. It limits the part of a file that a missing quote swallows. */
const MAX_RECORD_BYTES = 1_000_000

/** Maximum number of rows that consist of one blank cell. csv-parse takes long for each, because their width is another one. */
const MAX_BLANK_ROWS = 5000

/** The size of a part of the file. Other work can run between two parts. */
const PART_BYTES = 64 * 1024

// The messages do not quote the file, because it may not be a dataset.
const TEXT_AFTER_QUOTE =
  'expected a comma or a line ending after a closing quote, got other text (a quote inside a quoted cell is doubled); the rest was not read'
const TOO_MANY_BLANK_ROWS = `expected at most ${MAX_BLANK_ROWS} rows of one blank cell, got more; the rest was not read`
const ERRORS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'expected a closing quote, got none up to the end of the file; the rest was not read',
  CSV_MAX_RECORD_SIZE: `expected a row of at most ${MAX_RECORD_BYTES} bytes, got more, perhaps without a closing quote; the rest was not read`,
}

/**
 * Reads the records of a file in UTF-8, one after the other. Cells are not trimmed. Records in which all cells are blank are left
 * out. A quote inside an unquoted cell is text, as in Python's csv module and in spreadsheets.
 */
export async function readRecords(
  file: Uint8Array,
  handle: RecordHandler,
  { separator = ',', allowsTextAfterQuote = false }: CsvOptions = {},
): Promise<EndOfRecords> {
  const bytes = withoutBom(file)
  /** Where the last record ended: a line, and the number of bytes before it. */
  let [line, offset] = [1, 0]
  let blankRows = 0
  let end: EndOfRecords | undefined
  const isSpaced = hasSpacedQuotes(bytes, separator)
  const parser = parse({
    delimiter: separator,
    // Without this list, the first line ending decides, and "\r" can become a part of cells.
    record_delimiter: ['\r\n', '\n', '\r'],
    // The number of cells is checked for each row, with a diagnostic.
    relax_column_count: true,
    // Strict quotes reject `Who wrote "R"?`.
    relax_quotes: true,
    ltrim: isSpaced,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
  })
  function take(cells: readonly string[]): void {
    const first = line + countLineEndings(bytes, offset, skipLineEndings(bytes, offset))
    const start = offset
    offset = parser.info.bytes
    line += countLineEndings(bytes, start, offset)
    const isQuoted = (cell: string) => isQuotedIn(bytes.subarray(start, offset), cell)
    // The parser removes the space before each cell. Before a text without quotes, it can be the sign of one that goes on.
    const raw = isSpaced ? Buffer.from(bytes.subarray(start, offset)).toString() : ''
    const hadSpace = (cell: string) => raw.includes(`${separator} ${cell}`) && !isQuoted(cell)
    const values = isSpaced ? cells.map((cell) => (hadSpace(cell) ? ` ${cell}` : cell)) : cells
    if (!allowsTextAfterQuote && cells.some((cell) => cell.startsWith('"') && !isQuoted(cell)))
      end = { line: first, problem: TEXT_AFTER_QUOTE }
    else if (cells.some((cell) => cell.trim() !== '')) {
      if (!handle(values, first, () => cells.every((cell) => !/[\r\n]/.test(cell) || isQuoted(cell))))
        end = { line }
    } else if (cells.length === 1 && ++blankRows > MAX_BLANK_ROWS)
      end = { line: first, problem: TOO_MANY_BLANK_ROWS }
  }
  // Records are taken before they are in the stream, which would drop the records before an error. `on_record` is slow.
  parser.push = (cells: readonly string[] | null) => {
    if (cells && !end) take(cells)
    return true
  }
  try {
    await pipeline(
      split(bytes, () => end !== undefined),
      parser,
    )
  } catch (error) {
    if (end) return end
    if (!(error instanceof CsvError)) throw error
    const problem = ERRORS[error.code] ?? `expected CSV, got ${error.code}; the rest was not read`
    const isUnclosed = error.code in ERRORS
    return {
      line: line + countLineEndings(bytes, offset, skipLineEndings(bytes, offset)),
      problem,
      isUnclosed,
    }
  }
  return end ?? { line }
}

/** The size of the start of a file that shows how it is written. */
const HEAD_BYTES = 100_000

/** Whether a quote behind a space opens a cell: `Where?, "Rome, Italy"`. */
function hasSpacedQuotes(bytes: Uint8Array, separator: string): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES))
  return new RegExp(`^[^"\\r\\n]*[${separator}] +"(?!")|[^"]"[${separator}] +"(?!")`, 'm').test(head)
}

/** Returns the parts of a file until nothing more is needed. */
async function* split(bytes: Uint8Array, isEnough: () => boolean): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length && !isEnough(); start += PART_BYTES) {
    await setImmediate()
    yield bytes.subarray(start, start + PART_BYTES)
  }
}

/** Returns a text without its byte order mark. */
export function withoutBom(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

const LF = 0x0a
const CR = 0x0d

/** Counts the line endings from one byte to another one. CRLF is one, and ends at its LF. */
function countLineEndings(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++)
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count += 1
  return count
}

/** Returns the first byte that is not in an empty line. */
function skipLineEndings(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] === LF || bytes[at] === CR) at += 1
  return at
}

/** With `relax_quotes`, a cell that starts with a quote is either quoted, or has text after its closing quote. */
function isQuotedIn(raw: Uint8Array, cell: string): boolean {
  return Buffer.from(raw).includes(`"${cell.replaceAll('"', '""')}"`)
}
