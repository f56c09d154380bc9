// Converts the records of a file to questions: reads the header, then each row, then checks the row count.
import { quote } from '../../quote.ts'
import type { AnsweredQuestion } from '../question.ts'
import type { Columns } from './columns.ts'
import type { CsvRecord, CsvText } from './csv/index.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import { readColumns } from './read-columns.ts'
import { type RowContext, readRow } from './row/index.ts'

/** Maximum number of questions in a file. */
export const MAX_QUESTIONS = 20_000

/** A valid question and the index of its record, from 0. The record of the header has the index 0. */
export interface ReadRow {
  readonly question: AnsweredQuestion
  readonly recordIndex: number
}

/** Reports an error in a cell as a diagnostic. */
type Report = (recordIndex: number, cellIndex: number, message: string) => void

/** The rows of a file. */
export interface Table {
  readonly columns: Columns
  /** The valid rows. */
  readonly rows: readonly ReadRow[]
  /** Whether the header is valid. Otherwise no row was read. */
  readonly isReadable: boolean
}

/** Reads a table. When the header is invalid, no row is read. */
export function readTable(
  context: RowContext,
  { records, total, locate }: CsvText,
  diagnostics: DiagnosticList,
): Table {
  // Locating a cell takes time, and a full list would ignore the diagnostic.
  const report: Report = (recordIndex, cellIndex, message) => {
    if (!diagnostics.isFull()) diagnostics.add({ ...locate(recordIndex, cellIndex), message })
  }
  const [header] = records
  if (header?.kind === 'invalid') report(0, header.error.cellIndex, header.error.message)
  const { columns, errors } = readColumns(header?.kind === 'cells' ? header.cells : [])
  if (header?.kind !== 'cells') return { columns, rows: [], isReadable: false }
  for (const { cellIndex, message } of errors) report(0, cellIndex, message)
  if (errors.length > 0) return { columns, rows: [], isReadable: false }
  const rows = readRows(context, columns, records, report)
  const isTooLong = total - 1 > MAX_QUESTIONS
  if (isTooLong) report(MAX_QUESTIONS + 1, 0, `expected at most ${MAX_QUESTIONS} questions, got ${total - 1}`)
  if (rows.length === 0 && diagnostics.isEmpty()) {
    report(1, 0, 'expected at least one question, got only a header')
  }
  return { columns, rows, isReadable: !isTooLong }
}

function readRows(
  context: RowContext,
  columns: Columns,
  records: readonly CsvRecord[],
  report: Report,
): ReadRow[] {
  const rows: ReadRow[] = []
  const ids = new Set<string>()
  for (const [recordIndex, record] of records.entries()) {
    if (recordIndex === 0) continue
    if (record.kind === 'invalid') {
      report(recordIndex, record.error.cellIndex, record.error.message)
      continue
    }
    const { question, errors } = readRow(context, columns, record.cells)
    for (const { cellIndex, message } of errors) report(recordIndex, cellIndex, message)
    const isRepeated = question.id !== '' && ids.has(question.id)
    if (isRepeated) {
      report(recordIndex, columns.named.id ?? 0, `expected a unique id, got ${quote(question.id)} again`)
    }
    ids.add(question.id)
    if (errors.length === 0 && !isRepeated) rows.push({ question, recordIndex })
  }
  return rows
}
