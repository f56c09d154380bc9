// Reads the options of a record, either from the column `options`, or from the correct answer and the columns
// `choice_1`, ….
import { isError } from '../../../errors.ts'
import { quote } from '../../../quote.ts'
import { createKey, hashId, keyOfQuestion, openStream } from '../../../random/index.ts'
import { quoteAll } from '../../diagnostic.ts'
import { QUESTIONS_ERRORS } from '../../errors.ts'
import { orderOptions } from '../../option-order.ts'
import type { CellReport } from '../cell-error.ts'
import { type Columns, cellOf } from '../columns.ts'
import { readOptionList } from '../option-list.ts'
import { MAX_CELL_LENGTH } from './check-cells.ts'

/** Maximum number of options of a question. */
export const MAX_OPTIONS = 20

/**
 * Reads the options of a record. Choices are ordered by the category and the id.
 * @returns undefined when the record has no options, or an invalid list
 */
export function readOptions(
  category: string,
  columns: Columns,
  record: readonly string[],
  report: CellReport,
): string[] | undefined {
  const choices = columns.choices.map((index) => record[index] ?? '').filter((cell) => cell.trim() !== '')
  if (choices.length > 0) {
    const options = [cellOf(columns, record, 'correct_answer'), ...choices]
    if (options.length > MAX_OPTIONS) return options
    const key = keyOfQuestion(createKey('choices', category), hashId(cellOf(columns, record, 'id')))
    return orderOptions(options, openStream(key))
  }
  const cell = cellOf(columns, record, 'options')
  if (cell.trim() === '' || cell.length > MAX_CELL_LENGTH) return undefined
  try {
    return readOptionList(cell)
  } catch (error) {
    if (!isError(error, QUESTIONS_ERRORS.invalid_option_list)) throw error
    report(columns.named.options ?? 0, `"options": ${error.message}`)
    return undefined
  }
}

/** Checks the number of options, that none is repeated, and that the correct answer is one of them. */
export function checkOptions(
  options: readonly string[],
  columns: Columns,
  record: readonly string[],
  report: CellReport,
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
