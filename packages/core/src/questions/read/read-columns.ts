// Reads the header of a dataset file.
import { quote, shorten } from '../../quote.ts'
import { quoteAll } from '../diagnostic.ts'
import type { CellError } from './cell-error.ts'
import { COLUMN_NAMES, type Columns, REQUIRED_COLUMNS } from './columns.ts'

/** Maximum number of columns. */
export const MAX_COLUMNS = 1000

const NO_COLUMNS: Columns = { width: 0, named: {}, choices: [], ignored: [], names: [] }
const CHOICE = /^choice_([1-9]\d?)$/

interface HeaderCell {
  readonly name: string
  readonly cellIndex: number
}

/** Reads a header. The columns are valid only when there are no errors. */
export function readColumns(header: readonly string[]): { columns: Columns; errors: readonly CellError[] } {
  if (header.length > MAX_COLUMNS) {
    const message = `expected at most ${MAX_COLUMNS} columns, got ${header.length}`
    return { columns: NO_COLUMNS, errors: [{ cellIndex: 0, message }] }
  }
  const cells = header.map((name, cellIndex) => ({ name, cellIndex }))
  const choices = cells
    .filter(({ name }) => CHOICE.test(name))
    .sort((a, b) => Number(a.name.slice(7)) - Number(b.name.slice(7)))
  const named = cells.filter(({ name }) => isColumnName(name))
  const ignored = cells.filter((cell) => !named.includes(cell) && !choices.includes(cell))
  const columns: Columns = {
    width: header.length,
    named: Object.fromEntries(named.map(({ name, cellIndex }) => [name, cellIndex])),
    choices: choices.map(({ cellIndex }) => cellIndex),
    ignored: ignored.map(({ name, cellIndex }) => shorten(name) || `(column ${cellIndex + 1}, no name)`),
    names: header,
  }
  return {
    columns,
    errors: [...findRepeated([...named, ...choices]), ...findMissing(header), ...findConflict(columns)],
  }
}

function isColumnName(name: string): boolean {
  return (COLUMN_NAMES as readonly string[]).includes(name)
}

function findRepeated(cells: readonly HeaderCell[]): CellError[] {
  return cells
    .filter(({ name }, index) => cells.findIndex((other) => other.name === name) < index)
    .map(({ name, cellIndex }) => ({
      cellIndex,
      message: `expected each column once, got ${quote(name)} again`,
    }))
}

function findMissing(header: readonly string[]): CellError[] {
  const missing = REQUIRED_COLUMNS.filter((name) => !header.includes(name))
  if (missing.length === 0) return []
  const got = describeHeader(header)
  return missing.map((name) => ({ cellIndex: 0, message: `expected a column ${quote(name)}, got ${got}` }))
}

/**
 * Describes a header for a message. A file without a known name may not be a dataset, so the message must not
 * contain its content.
 */
function describeHeader(header: readonly string[]): string {
  if (header.some(isSimilarToKnown)) return quoteAll(header)
  const [only = ''] = header
  const start = only.slice(0, 1000)
  const separator = [';', '\t', '|'].find((candidate) => start.split(candidate).some(isSimilarToKnown))
  if (header.length === 1 && separator !== undefined) {
    return `${quote(only)}, in which cells are separated by ${quote(separator)} instead of commas`
  }
  return header.length === 1 ? '1 column with an unknown name' : `${header.length} columns with unknown names`
}

/** Checks whether a name resembles the name of a column that is read, such as `Correct Answer`. */
function isSimilarToKnown(name: string): boolean {
  const folded = name.toLowerCase().replace(/[\s_-]/g, '')
  return /^choice\d+$/.test(folded) || COLUMN_NAMES.some((known) => known.replace('_', '') === folded)
}

function findConflict({ named, choices }: Columns): CellError[] {
  const [choice] = choices
  if (named.options === undefined || choice === undefined) return []
  return [
    { cellIndex: choice, message: 'expected either a column "options" or columns "choice_1", …, got both' },
  ]
}
