// The header of a dataset: which column holds what. Names are matched exactly.
import { quote } from './problem.ts'

/** The columns that every dataset has. */
export const REQUIRED_COLUMNS = ['id', 'question', 'correct_answer'] as const
/** The columns that a dataset may have beside them. */
export const OPTIONAL_COLUMNS = ['options', 'difficulty', 'topic'] as const
/** A column that is read by its name. */
export type ColumnName = (typeof REQUIRED_COLUMNS)[number] | (typeof OPTIONAL_COLUMNS)[number]

/** The most columns a header may have. */
export const MAX_COLUMNS = 1000

/** Column numbers, from 0. `choices` are those named choice_1, choice_2, … in the order of their numbers. */
export interface Columns {
  readonly width: number
  readonly named: Readonly<Partial<Record<ColumnName, number>>>
  readonly choices: readonly number[]
  readonly ignored: readonly string[]
  readonly names: readonly string[]
}

/** Something wrong with the header, at the cell `cell` of it (from 0). */
export interface HeaderFault {
  readonly cell: number
  readonly message: string
}

const KNOWN: readonly string[] = [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS]
const NO_COLUMNS: Columns = { width: 0, named: {}, choices: [], ignored: [], names: [] }
const CHOICE = /^choice_([1-9]\d?)$/

/** Reads a header; the faults are all there are. */
export function readColumns(header: readonly string[]): { columns: Columns; faults: readonly HeaderFault[] } {
  if (header.length > MAX_COLUMNS) {
    const message = `expected at most ${MAX_COLUMNS} columns, got ${header.length}`
    return { columns: NO_COLUMNS, faults: [{ cell: 0, message }] }
  }
  const entries = header.map((name, cell) => ({ name, cell }))
  const choices = entries
    .filter(({ name }) => CHOICE.test(name))
    .sort((a, b) => Number(a.name.slice(7)) - Number(b.name.slice(7)))
  const known = entries.filter(({ name }) => KNOWN.includes(name))
  const ignored = entries.filter((entry) => !known.includes(entry) && !choices.includes(entry))
  const columns: Columns = {
    width: header.length,
    named: Object.fromEntries(known.map(({ name, cell }) => [name, cell])),
    choices: choices.map(({ cell }) => cell),
    ignored: ignored.map(({ name, cell }) => name || `(column ${cell + 1}, no name)`),
    names: header,
  }
  const faults = [...findRepeated([...known, ...choices]), ...findMissing(header), ...findRivals(columns)]
  return { columns, faults }
}

function findRepeated(entries: readonly { name: string; cell: number }[]): HeaderFault[] {
  return entries
    .filter(({ name }, index) => entries.findIndex((other) => other.name === name) < index)
    .map(({ name, cell }) => ({
      cell,
      message: `expected each column once, got a second column ${quote(name)}`,
    }))
}

function findMissing(header: readonly string[]): HeaderFault[] {
  const missing = REQUIRED_COLUMNS.filter((name) => !header.includes(name))
  const hint = guessSeparator(header)
  return missing.map((name) => ({
    cell: 0,
    message: `expected a column ${quote(name)}, got ${header.map(quote).join(', ')}${hint}`,
  }))
}

function guessSeparator(header: readonly string[]): string {
  const [only] = header
  if (header.length !== 1 || only === undefined) return ''
  const separator = [';', '\t', '|'].find((candidate) => only.includes(candidate))
  return separator ? `: cells are separated by ${quote(separator)}, expected commas` : ''
}

function findRivals({ named, choices }: Columns): HeaderFault[] {
  const [choice] = choices
  if (named.options === undefined || choice === undefined) return []
  return [{ cell: choice, message: 'expected either a column "options" or columns "choice_1", …, got both' }]
}
