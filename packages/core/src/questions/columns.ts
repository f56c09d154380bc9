// The header of a dataset: which column holds what. Names are matched exactly.
import { quote, quoteAll, shorten } from './problem.ts'

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
    ignored: ignored.map(({ name, cell }) => shorten(name) || `(column ${cell + 1}, no name)`),
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
  if (missing.length === 0) return []
  const got = describeHeader(header)
  return missing.map((name) => ({ cell: 0, message: `expected a column ${quote(name)}, got ${got}` }))
}

/** The names of a header. A file without any known name may be no dataset at all: nothing of it is shown. */
function describeHeader(header: readonly string[]): string {
  if (header.some(isLikeKnown)) return quoteAll(header)
  const [only = ''] = header
  const start = only.slice(0, 1000)
  const separator = [';', '\t', '|'].find((candidate) => start.split(candidate).some(isLikeKnown))
  if (header.length === 1 && separator !== undefined) {
    return `${quote(only)}: cells are separated by ${quote(separator)}, expected commas`
  }
  return header.length === 1 ? '1 column of another name' : `${header.length} columns of other names`
}

/** Whether a name is that of a column we read, or would be in another spelling. */
function isLikeKnown(name: string): boolean {
  const folded = name.toLowerCase().replace(/[\s_-]/g, '')
  return /^choice\d+$/.test(folded) || KNOWN.some((known) => known.replace('_', '') === folded)
}

function findRivals({ named, choices }: Columns): HeaderFault[] {
  const [choice] = choices
  if (named.options === undefined || choice === undefined) return []
  return [{ cell: choice, message: 'expected either a column "options" or columns "choice_1", …, got both' }]
}
