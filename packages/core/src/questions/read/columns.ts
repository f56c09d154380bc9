// Defines the columns of a dataset file, and reads its header. Names are compared by their letters and digits, without regard to
// case. Files with other names are understood by understand/.
import { quote, shorten } from '../../quote.ts'
import { quoteAll } from '../diagnostic.ts'
import { FACET_NAMES, type FacetName } from '../facets.ts'
import {
  countKnownColumns,
  findOptionLike,
  findTarget,
  foldName,
  isResultName,
  isSecondAnswer,
  NAMES,
} from './names.ts'

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

const CONVERT_HINT = 'convert the file with `questions import`'
const MAP_HINT = `${CONVERT_HINT}, whose --map names columns`
const IMPORT_HINT = `or ${CONVERT_HINT}`

interface HeaderCell {
  readonly name: string
  readonly cellIndex: number
  readonly folded: string
  /** The column that the name means, if any. */
  readonly column: ColumnName | 'choice' | undefined
}

/** The columns of a header. They are valid only when there are no errors. */
interface Header {
  readonly columns: Columns
  /** They have the form "expected X, got Y". */
  readonly errors: readonly string[]
  /** Whether the header is not that of a dataset, but can be that of another table of questions. */
  readonly isForeign: boolean
}

/** Reads a header. */
export function readColumns(header: readonly string[]): Header {
  if (header.length > MAX_COLUMNS) {
    const error = `expected at most ${MAX_COLUMNS} columns, got ${header.length}`
    return { columns: NO_COLUMNS, errors: [error], isForeign: false }
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
  const separatorError = findSeparatorError(cells)
  if (separatorError !== undefined) return { columns, errors: [separatorError], isForeign: true }
  const contradictions = [...findRepeated([...named, ...choices]), ...findBothOptions(columns)]
  const errors = [...contradictions, ...findMissing(cells, columns), ...findWrongOptions(cells, columns)]
  return { columns, errors, isForeign: contradictions.length === 0 && errors.length > 0 }
}

function findRepeated(cells: readonly HeaderCell[]): string[] {
  return cells.flatMap(({ name, folded }, index) => {
    const first = cells.slice(0, index).find((other) => other.folded === folded)
    return first ? [`expected each column once, got ${quote(first.name)} and ${quote(name)}`] : []
  })
}

function findMissing(cells: readonly HeaderCell[], { named }: Pick<Columns, 'named'>): string[] {
  const absent = REQUIRED_COLUMNS.filter((name) => named[name] === undefined)
  // A table without ids is understood, when it has the other two columns.
  const missing = absent.length > 1 ? absent.filter((name) => name !== 'id') : absent
  // A file without a known name may not be a dataset, so the message must not contain its content.
  const isDataset = cells.some(({ column }) => column !== undefined)
  const names = cells.map(({ name }) => name)
  const count = countCells(names)
  const unknown = `${count} ${count === 1 ? 'column' : 'columns'} with unknown names`
  const got = isDataset ? quoteAll(names) : unknown
  const hints = missing.map((name) => {
    const names = NAMES.find(([target]) => target === name)?.[1]
    const candidate = cells.find(({ folded, column }) => !column && names?.includes(folded))
    return candidate
      ? `rename ${quote(candidate.name)} to ${quote(name)}, ${IMPORT_HINT}`
      : isDataset
        ? CONVERT_HINT
        : MAP_HINT
  })
  return missing.map((name, index) => {
    // The same hint is given once.
    const hint = hints.indexOf(hints[index] as string) === index ? `; ${hints[index]}` : ''
    return `expected a column ${quote(name)}, got ${got}${hint}`
  })
}

/** Cells that are not separated by commas are one name. */
function countCells([first = '', ...others]: readonly string[]): number {
  const start = first.slice(0, 1000)
  return others.length > 0 ? others.length + 1 : Math.max(...SEPARATORS.map((one) => start.split(one).length))
}

/** Separators of cells that are no commas. */
const SEPARATORS = [';', '\t', '|']

/** Finds a first line that names the separator, as in some exports of Excel, or a header with another separator than a comma. */
function findSeparatorError([first, ...others]: readonly HeaderCell[]): string | undefined {
  const name = first?.name ?? ''
  // `sep=,` is two cells.
  if (/^sep=.?$/i.test(name) && others.every((other) => other.name === ''))
    return `expected a header line, got ${quote(name)}; remove the line, ${IMPORT_HINT}`
  if (others.length > 0) return undefined
  const start = name.slice(0, 1000)
  const separator = SEPARATORS.find((candidate) => {
    const names = start.split(candidate)
    return names.length > 1 && countKnownColumns(names) > 0
  })
  if (separator === undefined) return undefined
  const got = separator === '\t' ? 'tabs' : quote(separator)
  return `expected cells separated by commas, got ${got}; save the file with commas, ${IMPORT_HINT}`
}

function findBothOptions({ named, choices }: Columns): string[] {
  if (named.options === undefined || choices.length === 0) return []
  return ['expected either a column "options" or columns "choice_1", …, got both']
}

/** The options of a sheet such as `A`, `B`, … can include the correct answer, which can be a letter. */
function findWrongOptions(cells: readonly HeaderCell[], { named, choices }: Columns): string[] {
  const isComplete = findMissing(cells, { named }).length === 0
  if (named.options !== undefined || choices.length > 0)
    return isComplete ? findDoubtful(cells, named.options === undefined) : []
  const found = cells.map(({ name }) => ({ name, target: findTarget(name) }))
  const single = found.filter(({ target }) => target === 'option')
  const others = found.filter(({ target = '' }) => ['options', 'wrong_answers', 'wrong'].includes(target))
  const options = single.length > 1 ? [...single, ...others] : others
  if (options.length === 0) return isComplete ? findDoubtful(cells, true) : []
  const got = quoteAll(options.map(({ name }) => name))
  return [
    `expected the options in a column "options" or in columns "choice_1", …, got ${got}; rename the columns, ${IMPORT_HINT}`,
  ]
}

/** Columns that a dataset does not have, beside answers that may be none. @param areOptions whether columns can have the options */
function findDoubtful(cells: readonly HeaderCell[], areOptions: boolean): string[] {
  const ignored = cells.filter(({ column }) => column === undefined)
  const optionLike = areOptions ? findOptionLike(ignored.map(({ name }) => name)) : []
  const doubtful = ignored.filter(
    ({ name, folded }) =>
      findTarget(name) === 'is_correct' ||
      isResultName(folded) ||
      isSecondAnswer(folded) ||
      optionLike.includes(name),
  )
  if (doubtful.length === 0) return []
  return [
    `expected only right answers, got ${quoteAll(doubtful.map(({ name }) => name))}; remove the columns, ${IMPORT_HINT}`,
  ]
}
