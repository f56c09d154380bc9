// Reads a record into a question, and collects the errors in its cells. The caller checks for repeated ids.
import { isError } from '../../errors.ts'
import { quote } from '../../quote.ts'
import { createKey, drawOrder, hashId, keyOfQuestion, openStream } from '../../random/index.ts'
import { quoteAll } from '../diagnostic.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { FACET_NAMES } from '../facets.ts'
import type { AnsweredQuestion } from '../question.ts'
import { type Columns, cellOf, REQUIRED_COLUMNS, readColumns } from './columns.ts'
import { readOptionList } from './option-list.ts'

/** An error in a cell. `cellIndex` is undefined for an error of the whole record. */
export interface CellError {
  readonly cellIndex: number | undefined
  readonly message: string
}

type Report = (cellIndex: number | undefined, message: string) => void

/** What reading a row depends on, besides the columns. */
export interface RowContext {
  readonly category: string
  /** Ids that no question may have, because they are path segments of the API. */
  readonly reservedIds: readonly string[]
}

/** The columns whose cell is a member of the question when it is not empty. */
const TEXT_COLUMNS = [...FACET_NAMES, 'source'] as const

/** Returns why a dataset with this question would be invalid. Each reason has the form "expected X, got Y". */
export function checkQuestion(question: AnsweredQuestion, context: RowContext): string[] {
  const names = [...REQUIRED_COLUMNS, ...TEXT_COLUMNS]
  const { columns } = readColumns([...names, 'options'])
  const options = question.options ? JSON.stringify(question.options) : ''
  const { errors } = readRow(context, columns, [...names.map((name) => question[name] ?? ''), options])
  return errors.map(({ message }) => message)
}

/** Reads a record. The question is valid only when there are no errors. Errors are in the order of the cells. */
export function readRow(
  { category, reservedIds }: RowContext,
  columns: Columns,
  record: readonly string[],
): { readonly question: AnsweredQuestion; readonly errors: readonly CellError[] } {
  const errors: CellError[] = []
  const report: Report = (cellIndex, message) => {
    errors.push({ cellIndex, message })
  }
  if (record.length !== columns.width)
    report(undefined, `expected ${columns.width} cells as in the header, got ${record.length}`)
  checkCells(columns, record, report)
  const id = cellOf(columns, record, 'id')
  checkId(id, reservedIds, (message) => report(columns.named.id ?? 0, message))
  const options = readOptions(category, columns, record, report)
  if (options) checkOptions(options, columns, record, report)
  const texts = TEXT_COLUMNS.map((name) => [name, cellOf(columns, record, name)] as const)
  const question = {
    id,
    question: cellOf(columns, record, 'question'),
    correct_answer: cellOf(columns, record, 'correct_answer'),
    ...(options && { options }),
    ...Object.fromEntries(texts.filter(([, value]) => value !== '')),
  }
  errors.sort((a, b) => (a.cellIndex ?? columns.width) - (b.cellIndex ?? columns.width))
  return { question, errors }
}

/** Maximum length of a cell in UTF-16 code units. An unclosed quote is the usual cause of a longer cell. */
export const MAX_CELL_LENGTH = 10_000

/** Maximum length of an id in UTF-16 code units. */
export const MAX_ID_LENGTH = 128

/** Checks that no required cell is blank, and the length and the characters of the cells that are read. */
function checkCells({ named, choices }: Columns, record: readonly string[], report: Report): void {
  for (const name of REQUIRED_COLUMNS) {
    const index = named[name] ?? -1
    if (record[index]?.trim() === '') report(index, `expected a value for ${quote(name)}, got an empty cell`)
  }
  for (const index of [...Object.values(named), ...choices]) {
    const message = checkContent(record[index] ?? '')
    if (message) report(index, message)
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

/** Checks that an id can be a path segment and an item of a list separated by commas. */
function checkId(id: string, reservedIds: readonly string[], report: (message: string) => void): void {
  // Clients remove the path segments `.` and `..` when they resolve a URL.
  if ([...reservedIds, '.', '..'].includes(id))
    report(`expected an id that is not reserved, got ${quote(id)}`)
  if (/[,/]/.test(id)) report(`expected an id without a comma or a slash, got ${quote(id)}`)
  if (id.trim() !== id) report(`expected an id without leading or trailing white space, got ${quote(id)}`)
  if (id.length > MAX_ID_LENGTH)
    report(`expected an id of at most ${MAX_ID_LENGTH} characters, got ${id.length}`)
}

/** Maximum number of options of a question. */
export const MAX_OPTIONS = 20

/**
 * Reads the options of a record. Choices are ordered by the category and the id.
 * @returns undefined when the record has no options, or an invalid list
 */
function readOptions(
  category: string,
  columns: Columns,
  record: readonly string[],
  report: Report,
): string[] | undefined {
  const choices = columns.choices.map((index) => record[index] ?? '').filter((cell) => cell.trim() !== '')
  if (choices.length > 0) {
    const options = [cellOf(columns, record, 'correct_answer'), ...choices]
    if (options.length > MAX_OPTIONS) return options
    const key = keyOfQuestion(createKey('choices', category), hashId(cellOf(columns, record, 'id')))
    const order = drawOrder(openStream(key), options.length, 0, options.length)
    options.sort()
    return order.map((index) => options[index] as string)
  }
  const cell = cellOf(columns, record, 'options')
  if (cell.trim() === '' || cell.length > MAX_CELL_LENGTH) return undefined
  try {
    return readOptionList(cell)
  } catch (error) {
    if (!isError(error, QUESTIONS_ERRORS.invalid_option_list)) throw error
    report(columns.named.options ?? 0, error.message)
    return undefined
  }
}

/** Checks the number of options, that none is repeated, and that the correct answer is one of them. */
function checkOptions(
  options: readonly string[],
  columns: Columns,
  record: readonly string[],
  report: Report,
): void {
  const correct = cellOf(columns, record, 'correct_answer')
  const reportAt = (option: string, message: string) => report(indexOfCell(columns, record, option), message)
  if (options.length > MAX_OPTIONS) {
    reportAt(correct, `expected at most ${MAX_OPTIONS} options, got ${options.length}`)
    return
  }
  const seen = new Set<string>()
  const repeated = options.find((option) => seen.size === seen.add(option).size)
  if (repeated !== undefined) {
    const isChoice = repeated === correct && columns.named.options === undefined
    const hint = isChoice ? '; the choices are the wrong answers (`questions import` reads all options)' : ''
    reportAt(repeated, `expected each option once, got ${quote(repeated)} again${hint}`)
  }
  if (!options.includes(correct)) {
    reportAt(
      correct,
      `expected "correct_answer" ${quote(correct)} among the options, got ${quoteAll(options)}`,
    )
  }
}

/**
 * Returns the index of the cell of an option: the column `options`, the last choice that is equal to the
 * option, or the first choice.
 */
function indexOfCell({ named, choices }: Columns, record: readonly string[], option: string): number {
  return named.options ?? choices.findLast((index) => record[index] === option) ?? choices[0] ?? 0
}
