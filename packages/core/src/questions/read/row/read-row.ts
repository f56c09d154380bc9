// Reads a record into a question and collects the errors in its cells. The caller checks for repeated ids.
import { FACET_NAMES } from '../../facets.ts'
import type { AnsweredQuestion } from '../../question.ts'
import type { CellError, CellReport } from '../cell-error.ts'
import { type Columns, cellOf } from '../columns.ts'
import { checkContents, checkId, checkRequired, checkWidth } from './check-cells.ts'
import { checkOptions, readOptions } from './options.ts'

/** The question of a record. It is valid only when there are no errors. */
export interface Row {
  readonly question: AnsweredQuestion
  readonly errors: readonly CellError[]
}

/** What reading a row depends on, besides the columns. */
export interface RowContext {
  readonly category: string
  /** Ids that no question may have, because they are path segments of the API. */
  readonly reservedIds: readonly string[]
}

/** The columns whose cell is a member of the question when it is not empty. */
const TEXT_COLUMNS = [...FACET_NAMES, 'source'] as const

/** Reads a record. */
export function readRow(
  { category, reservedIds }: RowContext,
  columns: Columns,
  record: readonly string[],
): Row {
  const errors: CellError[] = []
  const report: CellReport = (cellIndex, message) => {
    errors.push({ cellIndex, message })
  }
  checkWidth(columns, record, report)
  checkRequired(columns, record, report)
  checkContents(columns, record, report)
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
  return { question, errors }
}
