// Reads a record into a question, and collects the errors in its cells. The caller checks for repeated ids.
import { isError } from '../../errors.ts'
import { quote } from '../../quote.ts'
import { createKey, drawOrder, hashId, keyOfQuestion, openStream } from '../../random/index.ts'
import { type Finding, quoteAll } from '../diagnostic.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { FACET_NAMES, MAX_FACET_LENGTH } from '../facets.ts'
import type { AnsweredQuestion } from '../question.ts'
import { type ColumnName, type Columns, REQUIRED_COLUMNS, readColumns } from './columns.ts'
import { findOptionLike } from './names.ts'
import { EXPECTED_LIST, readOptionList } from './option-list.ts'
import { areOfKind, readPlace, selectsOption } from './place.ts'

/** An error in a cell. `cellIndex` is undefined for an error of the whole record. */
export interface CellError extends Finding {
  readonly cellIndex: number | undefined
}

/** A record with the columns of its file, and what is wrong in it. */
interface Row {
  readonly columns: Columns
  readonly record: readonly string[]
  readonly errors: CellError[]
}

/** What reading a row depends on, besides the columns. */
export interface RowContext {
  readonly category: string
  /** Ids that no question may have, because they are path segments of the API. */
  readonly reservedIds: readonly string[]
}

/** The columns whose cell is a member of the question when it is not empty. */
const TEXT_COLUMNS = [...FACET_NAMES, 'explanation', 'source'] as const

const QUESTION_HEADER = readColumns([...REQUIRED_COLUMNS, ...TEXT_COLUMNS, 'options']).columns

/** Returns why a dataset with this question would be invalid. */
export function checkQuestion(question: AnsweredQuestion, { reservedIds }: RowContext): readonly Finding[] {
  const { id, question: text, correct_answer: correct, options } = question
  const list = options?.join('\n') ?? ''
  // In the list of a cell, a character of an option takes up to six.
  const cell = list.length * 6 > MAX_CELL_LENGTH ? JSON.stringify(options) : list
  const record = [id, text, correct]
  for (const name of TEXT_COLUMNS) record.push(question[name] ?? '')
  record.push(cell)
  const row: Row = { columns: QUESTION_HEADER, record, errors: [] }
  checkCells(row)
  for (let index = 0; index < record.length; index++) checkContent(row, index)
  checkId(row, reservedIds)
  if (options) checkOptions(row, options)
  return row.errors
}

/** Reads a record. The question is valid only when there are no errors. Errors are in the order of the cells. */
export function readRow(
  { category, reservedIds }: RowContext,
  columns: Columns,
  record: readonly string[],
): { readonly question: AnsweredQuestion; readonly errors: CellError[] } {
  const errors: CellError[] = []
  const row: Row = { columns, record, errors }
  if (record.length !== columns.names.length)
    report(row, undefined, `expected ${columns.names.length} cells as in the header, got ${record.length}`)
  checkCells(row)
  for (const index of Object.values(columns.named)) checkContent(row, index)
  for (const index of columns.choices) checkContent(row, index)
  checkId(row, reservedIds)
  const options = readOptions(row, category)
  if (options) checkOptions(row, options)
  const question: AnsweredQuestion = {
    id: cellOf(row, 'id'),
    question: cellOf(row, 'question'),
    correct_answer: cellOf(row, 'correct_answer'),
  }
  if (options) question.options = options
  for (const name of TEXT_COLUMNS) {
    const text = cellOf(row, name)
    if (text !== '') question[name] = text
  }
  errors.sort((a, b) => (a.cellIndex ?? columns.names.length) - (b.cellIndex ?? columns.names.length))
  return { question, errors }
}

/** Returns the cell of a column. It is empty when the record is too short or the file has no such column. */
function cellOf({ columns: { named }, record }: Row, column: ColumnName): string {
  const index = named[column]
  return index === undefined ? '' : (record[index] ?? '')
}

function report({ errors }: Row, cellIndex: number | undefined, message: string, cells?: string): void {
  errors.push({ cellIndex, message, cells })
}

/** Maximum length of a cell in UTF-16 code units. An unclosed quote is the usual cause of a longer cell. */
export const MAX_CELL_LENGTH = 10_000

/** Maximum length of an id in UTF-16 code units. */
export const MAX_ID_LENGTH = 128

/** Checks that no required cell is blank, and the length of facets. */
function checkCells(row: Row): void {
  const { named } = row.columns
  for (const name of REQUIRED_COLUMNS)
    if (row.record[named[name] ?? -1]?.trim() === '')
      report(row, named[name], `expected a value for ${quote(name)}, got an empty cell`)
  for (const name of FACET_NAMES) {
    const { length } = cellOf(row, name)
    if (length > MAX_FACET_LENGTH)
      report(row, named[name], `expected at most ${MAX_FACET_LENGTH} characters, got ${length}`)
  }
}

// Control characters except for tab, line feed and carriage return, and U+2028 and U+2029, which end a line
// in JavaScript.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const DISALLOWED_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]/

/** Checks the length and the characters of a cell. */
function checkContent(row: Row, index: number): void {
  const cell = row.record[index] ?? ''
  if (cell.length > MAX_CELL_LENGTH) {
    report(row, index, `expected at most ${MAX_CELL_LENGTH} characters, got ${cell.length}`)
    return
  }
  const character = cell === '' ? undefined : DISALLOWED_CHARACTER.exec(cell)?.[0]
  if (character === undefined) return
  const codePoint = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  report(row, index, `expected text, got the disallowed character U+${codePoint}`)
}

/** Checks that an id can be a path segment and an item of a list separated by commas. */
function checkId(row: Row, reservedIds: readonly string[]): void {
  const id = cellOf(row, 'id')
  const { id: column } = row.columns.named
  const reject = (expected: string) => report(row, column, `expected an id ${expected}`, `, got ${quote(id)}`)
  // Clients remove the path segments `.` and `..` when they resolve a URL.
  if (id === '.' || id === '..' || reservedIds.includes(id)) reject('that is not reserved')
  if (/[,/]/.test(id)) reject('without a comma or a slash')
  if (id.trim() !== id) reject('without leading or trailing white space')
  if (id.length > MAX_ID_LENGTH)
    report(row, column, `expected an id of at most ${MAX_ID_LENGTH} characters, got ${id.length}`)
}

/** Maximum number of options of a question. */
export const MAX_OPTIONS = 20

/**
 * Reads the options of a record. Choices are ordered by the category and the id.
 * @returns undefined when the record has no options, or an invalid list
 */
function readOptions(row: Row, category: string): string[] | undefined {
  const { columns, record } = row
  const choices = columns.choices.map((index) => record[index] ?? '').filter((cell) => cell.trim() !== '')
  if (choices.length > 0) {
    checkPlace(row, choices)
    const options = [cellOf(row, 'correct_answer'), ...choices]
    if (options.length > MAX_OPTIONS) return options
    const key = keyOfQuestion(createKey('choices', category), hashId(cellOf(row, 'id')))
    const order = drawOrder(openStream(key), options.length, 0, options.length)
    options.sort()
    return order.map((index) => options[index] as string)
  }
  const cell = cellOf(row, 'options')
  if (cell.trim() === '' || cell.length > MAX_CELL_LENGTH) return undefined
  try {
    const options = readOptionList(cell)
    const areLetters = options.every((text, index) => text === String.fromCharCode(65 + index))
    if (areLetters && options.length > 1 && findOptionLike(columns.ignored).length > 0)
      report(
        row,
        columns.named.options,
        'expected the texts of options, got letters beside columns of options',
      )
    return options
  } catch (error) {
    if (!isError(error, QUESTIONS_ERRORS.invalid_option_list)) throw error
    report(row, columns.named.options, EXPECTED_LIST, error.message.slice(EXPECTED_LIST.length))
    return undefined
  }
}

/** Folds a text, so that others that differ only in their case are equal to it. */
export const foldCase = (text: string) => text.normalize('NFC').trim().toLowerCase()

/** Checks that the correct answer is not another spelling of a choice, nor the letter or the number of a choice, as in a sheet whose choices are all options. */
function checkPlace(row: Row, choices: readonly string[]): void {
  const correct = cellOf(row, 'correct_answer')
  const { correct_answer: column } = row.columns.named
  const same = choices.filter((choice) => foldCase(choice) === foldCase(correct))
  // Of several, such as `PH` and `Ph`, the case is the question.
  if (same.length === 1 && same[0] !== correct)
    report(
      row,
      column,
      'expected choices that differ from the correct answer in more than their case; list all options in a column "options" if it is the question',
      `, got ${quote(correct)} and ${quote(same[0] ?? '')}`,
    )
  const place = readPlace(correct)
  if (!place || !selectsOption(place, choices) || areOfKind(place, choices)) return
  report(
    row,
    column,
    'expected the text of the correct answer, not a letter or number of a choice; list all options in a column "options" if it is the text, or convert the file with `questions import`',
    `, got ${quote(correct)}`,
  )
}

/** Checks the number of options, that none is repeated, and that the correct answer is one of them. */
function checkOptions(row: Row, options: readonly string[]): void {
  const { named, choices } = row.columns
  const correct = cellOf(row, 'correct_answer')
  // The column `options`, the last choice that is equal to the option, or the first choice.
  const reportAt = (option: string, message: string, cells?: string) =>
    report(
      row,
      named.options ?? choices.findLast((index) => row.record[index] === option) ?? choices[0],
      message,
      cells,
    )
  if (options.length > MAX_OPTIONS) {
    reportAt(correct, `expected at most ${MAX_OPTIONS} options, got ${options.length}`)
    return
  }
  const repeated = options.find((option, index) => options.indexOf(option) < index)
  if (repeated !== undefined) {
    const isChoice = repeated === correct && named.options === undefined
    const hint = isChoice ? '; the choices are the wrong answers (`questions import` reads all options)' : ''
    reportAt(repeated, 'expected each option once', `, got ${quote(repeated)} again${hint}`)
  }
  if (!options.includes(correct)) {
    const cells = `, got ${quote(correct)} and ${quoteAll(options) || 'an empty list'}`
    reportAt(correct, 'expected "correct_answer" among the options', cells)
  }
}
