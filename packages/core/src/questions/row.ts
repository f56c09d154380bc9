// One record to one Question, or to everything that is wrong with it.
import { CoreError } from '../errors.ts'
import type { ColumnName, Columns } from './columns.ts'
import { REQUIRED_COLUMNS } from './columns.ts'
import { decodeList } from './decode.ts'
import { orderOptions } from './order-options.ts'
import { quote, quoteAll } from './problem.ts'
import type { Question } from './question.ts'

/** The longest cell that is read, in UTF-16 units; a longer one is most likely an unclosed quote. */
export const MAX_CELL_LENGTH = 10_000

/** The longest id, in UTF-16 units. */
export const MAX_ID_LENGTH = 128

/** The most options of a question. */
export const MAX_OPTIONS = 20

/** Something wrong with a record, at its cell `cell` (from 0). */
export interface RowFault {
  readonly cell: number
  readonly message: string
}

/** What a record holds; `question` is only to be used when there are no faults. */
export interface CheckedRow {
  readonly question: Question & { correct_answer: string }
  readonly faults: readonly RowFault[]
}

/** Checks one record against its header. Pure: ids seen before are the caller's to compare. */
export function checkRow(category: string, columns: Columns, record: readonly string[]): CheckedRow {
  const faults: RowFault[] = []
  const report = (cell: number, message: string): void => {
    faults.push({ cell, message })
  }
  const cellOf = (name: ColumnName): string => record[columns.named[name] ?? -1] ?? ''
  checkShape(columns, record, report)
  const id = cellOf('id')
  const correct = cellOf('correct_answer')
  checkId(id, (message) => report(columns.named.id ?? 0, message))
  const options = readOptions(category, columns, record, report)
  if (options) {
    checkOptions(options, correct, (message, option) =>
      report(cellOfOption(columns, record, option), message),
    )
  }
  const question = {
    id,
    question: cellOf('question'),
    correct_answer: correct,
    ...(options && { options }),
    ...(cellOf('difficulty') && { difficulty: cellOf('difficulty') }),
    ...(cellOf('topic') && { topic: cellOf('topic') }),
  }
  return { question, faults }
}

type Report = (cell: number, message: string) => void

function checkShape(columns: Columns, record: readonly string[], report: Report): void {
  if (record.length !== columns.width) {
    report(
      Math.min(record.length, columns.width),
      `expected ${columns.width} cells as in the header, got ${record.length}`,
    )
  }
  for (const name of REQUIRED_COLUMNS) {
    const cell = columns.named[name] ?? -1
    const text = record[cell]
    if (text !== undefined && text.trim() === '')
      report(cell, `expected a value for ${quote(name)}, got an empty cell`)
  }
  for (const cell of [...Object.values(columns.named), ...columns.choices]) {
    const fault = findCellFault(record[cell] ?? '')
    if (fault) report(cell, `${quote(columns.names[cell] ?? '')}: ${fault}`)
  }
}

// Unicode's control characters but tab, line feed and carriage return, and the two separators that end a line
// in JavaScript.
const CONTROL = /(?![\t\n\r])\p{Cc}|[\u2028\u2029]/u

function findCellFault(text: string): string | undefined {
  if (text.length > MAX_CELL_LENGTH) {
    return `expected at most ${MAX_CELL_LENGTH} characters, got ${text.length}`
  }
  const control = CONTROL.exec(text)?.[0]
  if (control === undefined) return undefined
  const codePoint = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `expected text, got the control character U+${codePoint}`
}

// A path segment of `.` or `..` is resolved away by clients, and `random` is an operation's own path.
const RESERVED_IDS = ['random', '.', '..']

function checkId(id: string, report: (message: string) => void): void {
  if (RESERVED_IDS.includes(id)) report(`expected another id, ${quote(id)} is reserved`)
  if (/[,/]/.test(id)) report(`expected an id without a comma or a slash, got ${quote(id)}`)
  if (id.trim() !== id) report(`expected an id without a space at its ends, got ${quote(id)}`)
  if (id.length > MAX_ID_LENGTH) {
    report(`expected an id of at most ${MAX_ID_LENGTH} characters, got ${id.length}`)
  }
}

/** Where an option stands: its own cell among the choices, the last where it stands twice, or else the list. */
function cellOfOption({ named, choices }: Columns, record: readonly string[], option: string): number {
  return named.options ?? choices.findLast((cell) => record[cell] === option) ?? choices[0] ?? 0
}

function readOptions(
  category: string,
  columns: Columns,
  record: readonly string[],
  report: Report,
): string[] | undefined {
  const cell = record[columns.named.options ?? -1] ?? ''
  const choices = columns.choices.map((choice) => record[choice] ?? '').filter((text) => text.trim() !== '')
  if (choices.length > 0) {
    const [correct = '', id = ''] = [columns.named.correct_answer, columns.named.id].map(
      (at) => record[at ?? -1],
    )
    const options = [correct, ...choices]
    return options.length > MAX_OPTIONS ? options : orderOptions(options, 'choices', category, id)
  }
  if (cell.trim() === '' || cell.length > MAX_CELL_LENGTH) return undefined
  try {
    return decodeList(cell)
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    report(columns.named.options ?? 0, `"options": ${error.message}`)
    return undefined
  }
}

function checkOptions(
  options: readonly string[],
  correct: string,
  report: (message: string, option: string) => void,
): void {
  if (options.length > MAX_OPTIONS) {
    report(`expected at most ${MAX_OPTIONS} options, got ${options.length}`, correct)
    return
  }
  const seen = new Set<string>()
  const repeated = options.find((option) => seen.size === seen.add(option).size)
  if (repeated !== undefined) report(`expected each option once, got ${quote(repeated)} again`, repeated)
  if (!options.includes(correct)) {
    report(`expected "correct_answer" ${quote(correct)} among the options, got ${quoteAll(options)}`, correct)
  }
}
