// Reads the bytes of a dataset file into questions or diagnostics. Only bank/ accesses the file system.
import { quote } from '../../quote.ts'
import {
  createDiagnosticList,
  type Diagnostic,
  type DiagnosticList,
  MAX_DIAGNOSTICS,
  type Position,
} from '../diagnostic.ts'
import type { AnsweredQuestion } from '../question.ts'
import { type ColumnName, type Columns, readColumns } from './columns.ts'
import { readRecords } from './csv.ts'
import { describeOtherFormat, findEncodingErrors } from './encoding.ts'
import { type RowContext, readRow } from './row.ts'

/** Maximum number of invalid rows in a file. A file with more is not a dataset, and is not read to its end. */
export const MAX_INVALID_ROWS = 20_000

/** The bytes of a file, and its names. */
export interface SheetSource {
  readonly category: string
  readonly title: string
  /** The path used in messages. It is never opened. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Ids that no question may have, because they are path segments of the API, such as `random`. */
  readonly reservedIds: readonly string[]
}

/** What was found out about a file, besides its questions. */
export interface SheetSummary {
  /** Sorted by line. At most `MAX_DIAGNOSTICS`, and one about the maximum when there are more. */
  readonly diagnostics: readonly Diagnostic[]
  /**
   * Whether every diagnostic is about a row. Otherwise the encoding, the header or a quote is invalid, and the questions must
   * not be used.
   */
  readonly isReadable: boolean
  /** The names of the columns that were not read. */
  readonly ignoredColumns: readonly string[]
}

/** A question with its position. */
export interface LocatedQuestion {
  /** The path of the file, as used in messages. */
  readonly file: string
  readonly question: AnsweredQuestion
  readonly positionOf: (column: ColumnName) => Position
}

/** The content of a file. */
export interface Sheet extends SheetSummary {
  /** The questions of the valid rows. */
  readonly questions: readonly LocatedQuestion[]
}

/** Reads a whole file, and returns the questions with their positions. */
export async function readSheet(source: SheetSource): Promise<Sheet> {
  const questions: LocatedQuestion[] = []
  const summary = await readQuestions(source, (question, line, columns) => {
    const positionOf = (column: ColumnName) => {
      const index = columns.named[column] ?? (column === 'options' ? columns.choices[0] : undefined)
      return { line, column: index === undefined ? column : columns.names[index] }
    }
    questions.push({ file: source.path, question, positionOf })
  })
  return { ...summary, questions }
}

/** Takes the question of a valid row. */
export type QuestionHandler = (question: AnsweredQuestion, line: number, columns: Columns) => void

/**
 * Reads a whole file in linear time, and hands over the questions of the valid rows. It reports all diagnostics, not only the
 * first one. When the header is invalid, no row is read.
 */
export async function readQuestions(source: SheetSource, handle: QuestionHandler): Promise<SheetSummary> {
  const diagnostics = createDiagnosticList(source.path)
  const otherFormat = describeOtherFormat(source.bytes)
  if (otherFormat !== undefined) {
    diagnostics.add({ line: 1 }, otherFormat)
    return { diagnostics: diagnostics.report(), isReadable: false, ignoredColumns: [] }
  }
  const encodingErrors = await findEncodingErrors(source.bytes, MAX_DIAGNOSTICS + 1)
  for (const { line, message } of encodingErrors) diagnostics.add({ line }, message)
  let rows: RowReader | undefined
  let isComplete = true
  await readRecords(source.bytes, (record) => {
    if (record.kind === 'invalid') {
      diagnostics.add({ line: record.line }, record.message)
      isComplete = false
    } else if (record.kind === 'end') {
      if (!diagnostics.isEmpty()) return false
      if (!rows) diagnostics.add({ line: 1 }, 'expected a header line, got an empty file')
      else if (rows.isEmpty())
        diagnostics.add({ line: record.line }, 'expected at least one question, got only a header')
    } else if (rows) isComplete = rows.read(record.cells, record.line)
    else {
      const { columns, errors } = readColumns(record.cells)
      for (const error of errors) diagnostics.add({ line: record.line }, error)
      rows = createRowReader(source, columns, diagnostics, handle)
      isComplete = errors.length === 0
    }
    return isComplete
  })
  return {
    diagnostics: diagnostics.report(),
    isReadable: rows !== undefined && isComplete && encodingErrors.length === 0,
    ignoredColumns: rows?.columns.ignored ?? [],
  }
}

/** Reads the rows below a header. */
interface RowReader {
  readonly columns: Columns
  /** Whether no row was valid. */
  isEmpty(): boolean
  /** Reads a row, and returns whether to read on. */
  read(cells: readonly string[], line: number): boolean
}

function createRowReader(
  context: RowContext,
  columns: Columns,
  diagnostics: DiagnosticList,
  handle: QuestionHandler,
): RowReader {
  const ids = new Set<string>()
  let validRows = 0
  let invalidRows = 0
  return {
    columns,
    isEmpty: () => validRows === 0,
    read(cells, line) {
      const { question, errors } = readRow(context, columns, cells)
      const report = (cellIndex: number | undefined, message: string) => {
        diagnostics.add(
          { line, column: cellIndex === undefined ? undefined : columns.names[cellIndex] },
          message,
        )
      }
      const { id } = question
      const isRepeated = id !== '' && ids.has(id)
      if (isRepeated) report(columns.named.id, `expected a unique id, got ${quote(id)} again`)
      for (const { cellIndex, message } of errors) report(cellIndex, message)
      ids.add(id)
      if (errors.length === 0 && !isRepeated) {
        validRows++
        handle(question, line, columns)
      } else if (++invalidRows > MAX_INVALID_ROWS) {
        diagnostics.add({ line }, `expected at most ${MAX_INVALID_ROWS} invalid rows, got more`)
        return false
      }
      return true
    },
  }
}
