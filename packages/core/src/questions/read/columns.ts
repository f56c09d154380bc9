// Defines the columns of a dataset file, and reads its header. Names are compared by their letters and digits, without regard to
// case. Files with other names are understood by understand/.
import { quote, shorten } from '../../quote.ts'
import { FACET_NAMES, type FacetName } from '../facets.ts'
import { findMisspeltOption, findOptionLike, findTarget, foldName, isNameOf } from './names.ts'

/** The names of the columns that every dataset must have. */
export const REQUIRED_COLUMNS = ['id', 'question', 'correct_answer'] as const

/** The name of a column that is read, except for `choice_1`, `choice_2`, …. */
export type ColumnName = (typeof REQUIRED_COLUMNS)[number] | 'options' | FacetName | 'explanation' | 'source'

/** The columns of a header. Indexes start at 0. */
export interface Columns {
  /** The index of each named column of the file. */
  readonly named: Readonly<Partial<Record<ColumnName, number>>>
  /** The indexes of the columns `choice_1`, `choice_2`, …, sorted by the number in the name. */
  readonly choices: readonly number[]
  /** The names of the columns that are not read. */
  readonly ignored: readonly string[]
  /** The names of all columns, in the order of the header. */
  readonly names: readonly string[]
}

/** Maximum number of columns. */
export const MAX_COLUMNS = 1000

const NO_COLUMNS: Columns = { named: {}, choices: [], ignored: [], names: [] }

const COLUMN_NAMES = [...REQUIRED_COLUMNS, 'options', ...FACET_NAMES, 'explanation', 'source'] as const
const COLUMN_OF_NAME = new Map<string, ColumnName>(COLUMN_NAMES.map((name) => [foldName(name), name]))
const CHOICE = /^choice([1-9]\d?)$/

interface HeaderCell {
  readonly name: string
  readonly cellIndex: number
  readonly folded: string
  /** The column that the name means, if any. */
  readonly column: ColumnName | 'choice' | undefined
}

/** The columns of a header. */
interface Header {
  readonly columns: Columns
  /** What contradicts itself in it. They have the form "expected X, got Y". */
  readonly errors: readonly string[]
  /** Whether it is the header of a dataset. Without errors, another one can be that of another table of questions. */
  readonly isDataset: boolean
}

/** Reads a header. */
export function readColumns(header: readonly string[]): Header {
  if (header.length > MAX_COLUMNS) {
    const error = `expected at most ${MAX_COLUMNS} columns, got ${header.length}`
    return { columns: NO_COLUMNS, errors: [error], isDataset: false }
  }
  const cells = header.map((name, cellIndex): HeaderCell => {
    const folded = foldName(name)
    return { name, cellIndex, folded, column: CHOICE.test(folded) ? 'choice' : COLUMN_OF_NAME.get(folded) }
  })
  const choices = cells.filter(({ column }) => column === 'choice')
  choices.sort((a, b) => Number(a.folded.slice(6)) - Number(b.folded.slice(6)))
  const named = cells.filter(({ column }) => column !== undefined && column !== 'choice')
  const ignored = cells.filter(({ column }) => column === undefined)
  const columns: Columns = {
    // In reverse, so that the first of two equal columns is used.
    named: Object.fromEntries(named.toReversed().map(({ column, cellIndex }) => [column, cellIndex])),
    choices: choices.map(({ cellIndex }) => cellIndex),
    ignored: ignored.map(({ name, cellIndex }) => shorten(name) || `(column ${cellIndex + 1}, no name)`),
    names: header,
  }
  const errors = findRepeated([...named, ...choices])
  if (columns.named.options !== undefined && choices.length > 0)
    errors.push('expected either a column "options" or columns "choice_1", …, got both')
  const isComplete = REQUIRED_COLUMNS.every((name) => columns.named[name] !== undefined)
  return { columns, errors, isDataset: errors.length === 0 && isComplete && !isDoubtful(ignored, columns) }
}

function findRepeated(cells: readonly HeaderCell[]): string[] {
  return cells.flatMap(({ name, folded }, index) => {
    const first = cells.slice(0, index).find((other) => other.folded === folded)
    return first ? [`expected each column once, got ${quote(first.name)} and ${quote(name)}`] : []
  })
}

/**
 * Whether a column that a dataset does not have can say that answers are not right, or have options. Those of a sheet such as `A`, `B`, …
 * can include the correct answer, which can be a letter.
 */
function isDoubtful(ignored: readonly HeaderCell[], { named, choices }: Columns): boolean {
  const targets = ignored.map(({ name }) => findTarget(name))
  const areOptions = targets.filter((target) => target === 'option').length > 1
  const areOthers = targets.some((target) => target && ['options', 'wrong_answers', 'wrong'].includes(target))
  if (named.options === undefined && choices.length === 0 && (areOptions || areOthers)) return true
  if (named.options === undefined && findOptionLike(ignored.map(({ name }) => name)).length > 0) return true
  if (ignored.some(({ name }) => !findTarget(name) && findMisspeltOption(name))) return true
  const areResults = ignored.some(({ folded }) => isNameOf(folded, 'result', 'wrongResult', 'secondAnswer'))
  return areResults || targets.includes('is_correct')
}
