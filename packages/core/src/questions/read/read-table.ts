// Converts the records of a file to questions: reads the header, then each row.
import { quote } from '../../quote.ts'
import type { AnsweredQuestion } from '../question.ts'
import type { Columns } from './columns.ts'
import { type CsvRecord, createLocator, type RecordLocation, type RecordReader } from './csv/index.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import { readColumns } from './read-columns.ts'
import { type RowContext, readRow } from './row/index.ts'

/** Maximum number of questions in a file. */
export const MAX_QUESTIONS = 10_000_000

/** Maximum number of invalid rows in a file. A file with more is not a dataset, and is not read to its end. */
export const MAX_INVALID_ROWS = 20_000

/** What reading a table depends on, besides the file. */
export interface TableContext extends RowContext {
  /** Default: {@link MAX_QUESTIONS}. */
  readonly maxQuestions?: number | undefined
}

/** Takes the valid questions of a file, in their order. */
export interface QuestionSink {
  /** Whether a question with this id was added. */
  has(id: string): boolean
  add(question: AnsweredQuestion, location: RecordLocation): void
}

/** The header of a file. */
export interface Table {
  readonly columns: Columns
  /** Whether the header is valid and all rows were read. */
  readonly isReadable: boolean
}

/** Reports an error in a cell as a diagnostic. */
type Report = (location: RecordLocation, cellIndex: number, message: string) => void

/** Reads a table. Each valid row is added to the sink. When the header is invalid, no row is read. */
export function readTable(
  context: TableContext,
  reader: RecordReader,
  diagnostics: DiagnosticList,
  sink: QuestionSink,
): Table {
  const locateCell = createLocator()
  // Locating a cell takes time, and a full list would ignore the diagnostic.
  const report: Report = (location, cellIndex, message) => {
    if (!diagnostics.isFull()) diagnostics.add({ ...locateCell(location, cellIndex), message })
  }
  const header = reader.next()
  if (header?.kind === 'invalid') report(header.location, header.error.cellIndex, header.error.message)
  const { columns, errors } = readColumns(header?.kind === 'cells' ? header.cells : [])
  if (!header && diagnostics.isEmpty()) {
    diagnostics.add({ line: 1, column: 1, message: 'expected a header line, got an empty file' })
  }
  if (header?.kind !== 'cells') return { columns, isReadable: false }
  for (const { cellIndex, message } of errors) report(header.location, cellIndex, message)
  if (errors.length > 0) return { columns, isReadable: false }
  const { count, isComplete } = readRows(context, columns, reader, report, sink)
  if (count === 0 && diagnostics.isEmpty()) {
    diagnostics.add({ ...reader.end(), message: 'expected at least one question, got only a header' })
  }
  return { columns, isReadable: isComplete }
}

/** Reads the rows. Returns how many were added, and whether all of them were read. */
function readRows(
  { maxQuestions = MAX_QUESTIONS, ...context }: TableContext,
  columns: Columns,
  reader: RecordReader,
  report: Report,
  sink: QuestionSink,
): { readonly count: number; readonly isComplete: boolean } {
  const invalidIds = new Set<string>()
  const isKnown = (id: string) => invalidIds.has(id) || sink.has(id)
  let count = 0
  for (let total = 1, record = reader.next(); record; total++, record = reader.next()) {
    if (total > maxQuestions) {
      report(record.location, 0, `expected at most ${maxQuestions} questions, got more`)
      return { count, isComplete: false }
    }
    const row = readQuestion(context, columns, record, report, isKnown)
    if (row.isValid) {
      sink.add(row.question, record.location)
      count++
    } else if (total - count > MAX_INVALID_ROWS) {
      report(record.location, 0, `expected at most ${MAX_INVALID_ROWS} invalid rows, got more`)
      return { count, isComplete: false }
    } else if (row.id !== undefined) invalidIds.add(row.id)
  }
  return { count, isComplete: true }
}

type RowResult =
  | { readonly isValid: true; readonly question: AnsweredQuestion }
  /** `id` is undefined when the record could not be read. */
  | { readonly isValid: false; readonly id: string | undefined }

function readQuestion(
  context: RowContext,
  columns: Columns,
  record: CsvRecord,
  report: Report,
  isKnown: (id: string) => boolean,
): RowResult {
  const { location } = record
  if (record.kind === 'invalid') {
    report(location, record.error.cellIndex, record.error.message)
    return { isValid: false, id: undefined }
  }
  const { question, errors } = readRow(context, columns, record.cells)
  const { id } = question
  for (const { cellIndex, message } of errors) report(location, cellIndex, message)
  const isRepeated = id !== '' && isKnown(id)
  if (isRepeated) report(location, columns.named.id ?? 0, `expected a unique id, got ${quote(id)} again`)
  return errors.length === 0 && !isRepeated ? { isValid: true, question } : { isValid: false, id }
}
