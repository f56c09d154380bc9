// Reads the bytes of a dataset file into questions or diagnostics. Only bank/ accesses the file system.
import { quote } from '../../quote.ts'
import { type Diagnostic, limitDiagnostics, MAX_DIAGNOSTICS, type Position } from '../diagnostic.ts'
import type { AnsweredQuestion } from '../question.ts'
import { type ColumnName, type Columns, readColumns } from './columns.ts'
import { readRecords } from './csv.ts'
import { describeOtherFormat, findEncodingErrors } from './encoding.ts'
import { readRow } from './row.ts'

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
  const summary = await readQuestions(source, (question, line, { named, choices, names }) => {
    const positionOf = (column: ColumnName) => {
      const index = named[column] ?? (column === 'options' ? choices[0] : undefined)
      return { line, column: index === undefined ? column : names[index] }
    }
    questions.push({ file: source.path, question, positionOf })
  })
  return { ...summary, questions }
}

/**
 * Reads a whole file in linear time, and hands over the questions of the valid rows. It reports all diagnostics, not only the
 * first one. When the header is invalid, no row is read.
 */
export async function readQuestions(
  source: SheetSource,
  handle: (question: AnsweredQuestion, line: number, columns: Columns) => void,
): Promise<SheetSummary> {
  const diagnostics: Diagnostic[] = []
  const report = (position: Position, message: string, cells?: string) => {
    if (diagnostics.length > MAX_DIAGNOSTICS) return
    diagnostics.push({ file: source.path, ...position, message, ...(cells && { cells }) })
  }
  const otherFormat = describeOtherFormat(source.bytes)
  if (otherFormat !== undefined) {
    report({ line: 1 }, otherFormat)
    return { diagnostics, isReadable: false, ignoredColumns: [] }
  }
  const encodingErrors = await findEncodingErrors(source.bytes, MAX_DIAGNOSTICS + 1)
  for (const { line, message } of encodingErrors) report({ line }, message)
  const ids = new Set<string>()
  let columns: Columns | undefined
  let invalidRows = 0

  function readHeader(cells: readonly string[], line: number): boolean {
    const header = readColumns(cells)
    columns = header.columns
    for (const error of header.errors) report({ line }, error)
    return header.errors.length === 0
  }

  function readQuestion(header: Columns, cells: readonly string[], line: number): boolean {
    const { question, errors } = readRow(source, header, cells)
    const { id } = question
    if (id !== '' && ids.has(id))
      errors.unshift({
        cellIndex: header.named.id,
        message: 'expected a unique id',
        cells: `, got ${quote(id)} again`,
      })
    ids.add(id)
    for (const { cellIndex = -1, message, cells } of errors)
      report({ line, column: header.names[cellIndex] }, message, cells)
    if (errors.length === 0) handle(question, line, header)
    else if (++invalidRows > MAX_INVALID_ROWS) {
      report({ line }, `expected at most ${MAX_INVALID_ROWS} invalid rows, got more`)
      return false
    }
    return true
  }

  let isComplete = true
  const { line, problem } = await readRecords(source.bytes, (cells, first) => {
    isComplete = columns ? readQuestion(columns, cells, first) : readHeader(cells, first)
    return isComplete
  })
  if (problem !== undefined) report({ line }, problem)
  else if (diagnostics.length === 0 && !columns)
    report({ line: 1 }, 'expected a header line, got an empty file')
  else if (diagnostics.length === 0 && ids.size === 0)
    report({ line }, 'expected at least one question, got only a header')
  return {
    diagnostics: limitDiagnostics(diagnostics),
    isReadable: columns !== undefined && isComplete && problem === undefined && encodingErrors.length === 0,
    ignoredColumns: columns?.ignored ?? [],
  }
}
