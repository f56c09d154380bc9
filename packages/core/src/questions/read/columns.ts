// Defines the columns of a dataset file, and reads its header. Names are compared without regard to case, spaces, hyphens and
// underscores.
import { quote, shorten } from '../../quote.ts'
import { quoteAll } from '../diagnostic.ts'
import { FACET_NAMES, type FacetName } from '../facets.ts'

/** The names of the columns that every dataset must have. */
export const REQUIRED_COLUMNS = ['id', 'question', 'correct_answer'] as const

/** The name of a column that is read, except for `choice_1`, `choice_2`, …. */
export type ColumnName = (typeof REQUIRED_COLUMNS)[number] | 'options' | FacetName | 'explanation' | 'source'

/** Folds a column name for comparison: `Correct Answer`, `correct-answer` and `correct_answer` are equal. */
function foldName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

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
/** Columns of options with a letter or a number, as in a sheet whose answer is a letter. */
const LETTERED = /^(?:[a-h]|option[a-h1-9]|choice[a-h]|answer[a-h1-9])$/

/** Folded names that probably mean a required column. */
const CANDIDATES: Readonly<Record<(typeof REQUIRED_COLUMNS)[number], readonly string[]>> = {
  id: ['questionid', 'uuid', 'key', 'number', 'no', 'no.', '#'],
  question: ['questiontext', 'text', 'prompt', 'clue', 'q'],
  correct_answer: ['answer', 'correct', 'rightanswer', 'solution', 'correctoption'],
}

const CONVERT_HINT = 'convert the file with `questions import`'
const IMPORT_HINT = `or ${CONVERT_HINT}`

interface HeaderCell {
  readonly name: string
  readonly cellIndex: number
  readonly folded: string
  /** The column that the name means, if any. */
  readonly column: ColumnName | 'choice' | undefined
}

/** Reads a header. The columns are valid only when there are no errors. Errors have the form "expected X, got Y". */
export function readColumns(header: readonly string[]): { columns: Columns; errors: readonly string[] } {
  if (header.length > MAX_COLUMNS) {
    return { columns: NO_COLUMNS, errors: [`expected at most ${MAX_COLUMNS} columns, got ${header.length}`] }
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
  if (separatorError !== undefined) return { columns, errors: [separatorError] }
  const errors = [
    ...findRepeated([...named, ...choices]),
    ...findMissing(cells, columns),
    ...findWrongOptions(cells, columns),
  ]
  return { columns, errors }
}

function findRepeated(cells: readonly HeaderCell[]): string[] {
  return cells.flatMap(({ name, folded }, index) => {
    const first = cells.slice(0, index).find((other) => other.folded === folded)
    return first ? [`expected each column once, got ${quote(first.name)} and ${quote(name)}`] : []
  })
}

function findMissing(cells: readonly HeaderCell[], { named }: Columns): string[] {
  const missing = REQUIRED_COLUMNS.filter((name) => named[name] === undefined)
  // A file without a known name may not be a dataset, so the message must not contain its content.
  const isDataset = cells.some(({ column }) => column !== undefined)
  const names = cells.map(({ name }) => name)
  const got = isDataset
    ? quoteAll(names)
    : `${names.length} ${names.length === 1 ? 'column' : 'columns'} with unknown names`
  const hints = missing.map((name) => {
    const isCandidate = ({ folded, column }: HeaderCell) => !column && CANDIDATES[name].includes(folded)
    const candidate = cells.find(isCandidate)
    return candidate ? `rename ${quote(candidate.name)} to ${quote(name)}, ${IMPORT_HINT}` : CONVERT_HINT
  })
  return missing.map((name, index) => {
    // The same hint is given once.
    const hint = hints.indexOf(hints[index] as string) === index ? `; ${hints[index]}` : ''
    return `expected a column ${quote(name)}, got ${got}${hint}`
  })
}

/** Finds a first line that names the separator, as in some exports of Excel, or a header with another separator than a comma. */
function findSeparatorError([first, ...others]: readonly HeaderCell[]): string | undefined {
  const name = first?.name ?? ''
  // `sep=,` is two cells.
  if (/^sep=.?$/i.test(name) && others.every((other) => other.name === ''))
    return `expected a header line, got ${quote(name)}; remove the line, ${IMPORT_HINT}`
  if (others.length > 0) return undefined
  const start = name.slice(0, 1000)
  const separator = [';', '\t', '|'].find((candidate) => {
    const names = start.split(candidate)
    return names.length > 1 && names.some((part) => COLUMN_OF_NAME.has(foldName(part)))
  })
  if (separator === undefined) return undefined
  const got = separator === '\t' ? 'tabs' : quote(separator)
  return `expected cells separated by commas, got ${got}; save the file with commas, ${IMPORT_HINT}`
}

/** A sheet with the columns `A`, `B`, … has letters as answers, which would be served as they are. */
function findWrongOptions(cells: readonly HeaderCell[], { named, choices }: Columns): string[] {
  if (named.options !== undefined && choices.length > 0)
    return ['expected either a column "options" or columns "choice_1", …, got both']
  const lettered = cells.filter(({ folded }) => LETTERED.test(folded))
  if (lettered.length < 2 || named.options !== undefined || choices.length > 0) return []
  const got = quoteAll(lettered.map(({ name }) => name))
  return [
    `expected the options in a column "options" or in columns "choice_1", …, got ${got}; rename the columns, ${IMPORT_HINT}`,
  ]
}
