// Validates the cells of a record.
import { quote } from '../../../quote.ts'
import type { CellReport } from '../cell-error.ts'
import { type Columns, REQUIRED_COLUMNS } from '../columns.ts'

/** Maximum length of a cell in UTF-16 code units. An unclosed quote is the usual cause of a longer cell. */
export const MAX_CELL_LENGTH = 10_000

/** Maximum length of an id in UTF-16 code units. */
export const MAX_ID_LENGTH = 128

/** Checks that a record has as many cells as the header. */
export function checkWidth({ width }: Columns, record: readonly string[], report: CellReport): void {
  if (record.length === width) return
  const message = `expected ${width} cells as in the header, got ${record.length}`
  report(Math.min(record.length, width), message)
}

/** Checks that no required cell is blank. */
export function checkRequired({ named }: Columns, record: readonly string[], report: CellReport): void {
  for (const name of REQUIRED_COLUMNS) {
    const index = named[name] ?? -1
    const cell = record[index]
    if (cell !== undefined && cell.trim() === '') {
      report(index, `expected a value for ${quote(name)}, got an empty cell`)
    }
  }
}

/** Checks the length and the characters of the cells that are read. */
export function checkContents(columns: Columns, record: readonly string[], report: CellReport): void {
  for (const index of [...Object.values(columns.named), ...columns.choices]) {
    const message = checkContent(record[index] ?? '')
    if (message) report(index, `${quote(columns.names[index] ?? '')}: ${message}`)
  }
}

// Control characters except for tab, line feed and carriage return, and U+2028 and U+2029, which end a line
// in JavaScript.
const DISALLOWED_CHARACTER = /(?![\t\n\r])\p{Cc}|[\u2028\u2029]/u

function checkContent(cell: string): string | undefined {
  if (cell.length > MAX_CELL_LENGTH) {
    return `expected at most ${MAX_CELL_LENGTH} characters, got ${cell.length}`
  }
  const character = DISALLOWED_CHARACTER.exec(cell)?.[0]
  if (character === undefined) return undefined
  const codePoint = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `expected text, got the disallowed character U+${codePoint}`
}

// Clients remove the path segments `.` and `..` when they resolve a URL.
const DOT_SEGMENTS = ['.', '..']

/** Checks that an id can be a path segment and an item of a list separated by commas. */
export function checkId(id: string, reservedIds: readonly string[], report: (message: string) => void): void {
  if (reservedIds.includes(id) || DOT_SEGMENTS.includes(id)) {
    report(`expected an id that is not reserved, got ${quote(id)}`)
  }
  if (/[,/]/.test(id)) report(`expected an id without a comma or a slash, got ${quote(id)}`)
  if (id.trim() !== id) report(`expected an id without leading or trailing white space, got ${quote(id)}`)
  if (id.length > MAX_ID_LENGTH) {
    report(`expected an id of at most ${MAX_ID_LENGTH} characters, got ${id.length}`)
  }
}
