// The rules for the cells of one record.
import { quote } from '../../diagnostic.ts'
import type { CellReport } from '../cell-error.ts'
import { type Columns, REQUIRED_COLUMNS } from '../columns.ts'

/** The longest cell that is accepted, in UTF-16 units. A longer one is most likely an unclosed quote. */
export const MAX_CELL_LENGTH = 10_000

/** The longest id, in UTF-16 units. */
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
    const cell = named[name] ?? -1
    const text = record[cell]
    if (text !== undefined && text.trim() === '') {
      report(cell, `expected a value for ${quote(name)}, got an empty cell`)
    }
  }
}

/** Checks the texts of the columns that are read. */
export function checkTexts(columns: Columns, record: readonly string[], report: CellReport): void {
  for (const cell of [...Object.values(columns.named), ...columns.choices]) {
    const message = checkText(record[cell] ?? '')
    if (message) report(cell, `${quote(columns.names[cell] ?? '')}: ${message}`)
  }
}

// Unicode's control characters except tab, line feed and carriage return, and the two separators that end a line
// in JavaScript.
const CONTROL = /(?![\t\n\r])\p{Cc}|[\u2028\u2029]/u

function checkText(text: string): string | undefined {
  if (text.length > MAX_CELL_LENGTH) {
    return `expected at most ${MAX_CELL_LENGTH} characters, got ${text.length}`
  }
  const control = CONTROL.exec(text)?.[0]
  if (control === undefined) return undefined
  const codePoint = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `expected text, got the control character U+${codePoint}`
}

// Clients resolve path segments of `.` and `..` away.
const DOT_SEGMENTS = ['.', '..']

/** Checks that an id can be a path segment and an item of the `ids` parameter. */
export function checkId(id: string, reservedIds: readonly string[], report: (message: string) => void): void {
  if (reservedIds.includes(id) || DOT_SEGMENTS.includes(id)) {
    report(`expected another id, ${quote(id)} is reserved`)
  }
  if (/[,/]/.test(id)) report(`expected an id without a comma or a slash, got ${quote(id)}`)
  if (id.trim() !== id) report(`expected an id without a space at its ends, got ${quote(id)}`)
  if (id.length > MAX_ID_LENGTH) {
    report(`expected an id of at most ${MAX_ID_LENGTH} characters, got ${id.length}`)
  }
}
