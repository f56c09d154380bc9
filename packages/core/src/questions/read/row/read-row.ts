// Reads one record into a question, and collects the errors in its cells. The caller finds repeated ids.
import { FACET_NAMES } from '../../facets.ts'
import type { AnsweredQuestion } from '../../question.ts'
import type { CellError, CellReport } from '../cell-error.ts'
import { type Columns, cellOf } from '../columns.ts'
import { checkId, checkRequired, checkTexts, checkWidth } from './check-cells.ts'
import { checkOptions, readOptions } from './options.ts'

/** A record's question, which is complete only when there are no errors. */
export interface Row {
  readonly question: AnsweredQuestion
  readonly errors: readonly CellError[]
}

/** What the reading of a row depends on beside its columns. */
export interface RowContext {
  readonly category: string
  /** Ids that are literal path segments of operations. */
  readonly reservedIds: readonly string[]
}

/** Reads one record. */
export function readRow(
  { category, reservedIds }: RowContext,
  columns: Columns,
  record: readonly string[],
): Row {
  const errors: CellError[] = []
  const report: CellReport = (cell, message) => {
    errors.push({ cell, message })
  }
  checkWidth(columns, record, report)
  checkRequired(columns, record, report)
  checkTexts(columns, record, report)
  const id = cellOf(columns, record, 'id')
  checkId(id, reservedIds, (message) => report(columns.named.id ?? 0, message))
  const options = readOptions(category, columns, record, report)
  if (options) checkOptions(options, columns, record, report)
  const facets = FACET_NAMES.map((name) => [name, cellOf(columns, record, name)] as const)
  const question = {
    id,
    question: cellOf(columns, record, 'question'),
    correct_answer: cellOf(columns, record, 'correct_answer'),
    ...(options && { options }),
    ...Object.fromEntries(facets.filter(([, value]) => value !== '')),
  }
  return { question, errors }
}
