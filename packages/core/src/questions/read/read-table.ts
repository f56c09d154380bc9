// Converts the records of a file to questions: reads the header, then each row, then checks the row count.
import { quote } from '../../quote.ts'
import type { AnsweredQuestion } from '../question.ts'
import type { Columns } from './columns.ts'
import type { CsvText } from './csv/index.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import { readColumns } from './read-columns.ts'
import { type RowContext, readRow } from './row/index.ts'

/** Maximum number of questions in a file. */
export const MAX_QUESTIONS = 20_000

/** A question and the index of its record, from 0. The record of the header has the index 0. */
export interface ReadRow {
  readonly question: AnsweredQuestion
  readonly recordIndex: number
}

/** Reports an error in a cell as a diagnostic. */
type Report = (recordIndex: number, cellIndex: number, message: string) => void

/** Reads a table. When the header is invalid, no row is read. */
export function readTable(
  context: RowContext,
  { records, total, error, locate }: CsvText,
  diagnostics: DiagnosticList,
): { columns: Columns; rows: readonly ReadRow[] } {
  // Locating a cell takes time, and a full list would ignore the diagnostic.
  const report: Report = (recordIndex, cellIndex, message) => {
    if (!diagnostics.isFull()) diagnostics.add({ ...locate(recordIndex, cellIndex), message })
  }
  if (error) report(error.recordIndex, error.cellIndex, error.message)
  const { columns, errors } = readColumns(records[0] ?? [])
  if (records.length === 0) return { columns, rows: [] }
  for (const { cellIndex, message } of errors) report(0, cellIndex, message)
  if (errors.length > 0) return { columns, rows: [] }
  const rows = readRows(context, columns, records, report, diagnostics)
  if (total - 1 > MAX_QUESTIONS && !error) {
    report(MAX_QUESTIONS + 1, 0, `expected at most ${MAX_QUESTIONS} questions, got ${total - 1}`)
  }
  if (rows.length === 0 && diagnostics.isEmpty()) {
    report(1, 0, 'expected at least one question, got only a header')
  }
  return { columns, rows }
}

function readRows(
  context: RowContext,
  columns: Columns,
  records: readonly (readonly string[])[],
  report: Report,
  diagnostics: DiagnosticList,
): ReadRow[] {
  const rows: ReadRow[] = []
  const ids = new Set<string>()
  for (let index = 1; index < records.length && !diagnostics.isFull(); index++) {
    const { question, errors } = readRow(context, columns, records[index] as readonly string[])
    for (const { cellIndex, message } of errors) report(index, cellIndex, message)
    if (question.id !== '' && ids.has(question.id)) {
      report(index, columns.named.id ?? 0, `expected a unique id, got ${quote(question.id)} again`)
    }
    ids.add(question.id)
    rows.push({ question, recordIndex: index })
  }
  return rows
}
