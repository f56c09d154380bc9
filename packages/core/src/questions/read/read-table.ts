// Records to questions: the header, then each row, then what concerns all rows.
import { quote } from '../diagnostic.ts'
import type { AnsweredQuestion } from '../question.ts'
import type { Columns } from './columns.ts'
import type { CsvText } from './csv/index.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import { readColumns } from './read-columns.ts'
import { type RowContext, readRow } from './row/index.ts'

/** The most questions of a file. */
export const MAX_QUESTIONS = 20_000

/** A question, and the number of the record that it comes from. */
export interface ReadRow {
  readonly question: AnsweredQuestion
  readonly record: number
}

/** Adds an error in a cell to the diagnostics. */
type Report = (record: number, cell: number, message: string) => void

/** Reads a table. An invalid header leaves the rows unread. */
export function readTable(
  context: RowContext,
  { records, total, error, locate }: CsvText,
  diagnostics: DiagnosticList,
): { columns: Columns; rows: readonly ReadRow[] } {
  // A full list ignores the diagnostic, so there is no need to locate it.
  const report: Report = (record, cell, message) => {
    if (!diagnostics.isFull()) diagnostics.add({ ...locate(record, cell), message })
  }
  if (error) report(error.record, error.cell, error.message)
  const { columns, errors } = readColumns(records[0] ?? [])
  if (records.length === 0) return { columns, rows: [] }
  for (const { cell, message } of errors) report(0, cell, message)
  if (errors.length > 0) return { columns, rows: [] }
  const rows = readRows(context, columns, records, report, diagnostics)
  if (total - 1 > MAX_QUESTIONS && !error) {
    report(MAX_QUESTIONS + 1, 0, `expected at most ${MAX_QUESTIONS} questions, got ${total - 1}`)
  }
  if (rows.length === 0 && diagnostics.isEmpty()) {
    report(1, 0, 'expected at least one question, got a header alone')
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
  for (let record = 1; record < records.length && !diagnostics.isFull(); record++) {
    const { question, errors } = readRow(context, columns, records[record] as readonly string[])
    for (const { cell, message } of errors) report(record, cell, message)
    if (question.id !== '' && ids.has(question.id)) {
      report(record, columns.named.id ?? 0, `expected a unique id, got ${quote(question.id)} again`)
    }
    ids.add(question.id)
    rows.push({ question, record })
  }
  return rows
}
