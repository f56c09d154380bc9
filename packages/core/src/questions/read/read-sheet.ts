// Reads the bytes of a dataset file into questions or diagnostics. Only bank/ accesses the file system.
import type { Diagnostic, Position } from '../diagnostic.ts'
import type { AnsweredQuestion } from '../question.ts'
import type { ColumnName } from './columns.ts'
import { readCsv } from './csv/index.ts'
import { createDiagnosticList, MAX_DIAGNOSTICS } from './diagnostic-list.ts'
import { decodeText } from './encoding.ts'
import { MAX_QUESTIONS, readTable } from './read-table.ts'

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

/** A question with the position of each of its cells. */
export interface LocatedQuestion {
  /** The path of the file, as used in messages. */
  readonly file: string
  readonly question: AnsweredQuestion
  readonly positionOf: (column: ColumnName) => Position
}

/** The content of a file. */
export interface Sheet {
  /** Sorted by position. At most {@link MAX_DIAGNOSTICS}, and one about the maximum when there are more. */
  readonly diagnostics: readonly Diagnostic[]
  /** The questions of the valid rows. */
  readonly questions: readonly LocatedQuestion[]
  /**
   * Whether every diagnostic is about a row. Otherwise the encoding, the header or the size of the file is invalid, and
   * the questions must not be used.
   */
  readonly isReadable: boolean
  /** The names of the columns that were not read. */
  readonly ignoredColumns: readonly string[]
}

/** Reads a whole file in linear time. It reports all diagnostics, not only the first one. */
export function readSheet({ category, path, bytes, reservedIds }: SheetSource): Sheet {
  const diagnostics = createDiagnosticList(path)
  const { text, errors } = decodeText(bytes, MAX_DIAGNOSTICS + 1)
  for (const error of errors) diagnostics.add(error)
  const csv = readCsv(text, MAX_QUESTIONS + 1)
  const { columns, rows, isReadable } = readTable({ category, reservedIds }, csv, diagnostics)
  if (csv.total === 0 && diagnostics.isEmpty()) {
    diagnostics.add({ line: 1, column: 1, message: 'expected a header line, got an empty file' })
  }
  const indexOf = (column: ColumnName) =>
    columns.named[column] ?? (column === 'options' ? columns.choices[0] : undefined) ?? 0
  const questions = rows.map(({ question, recordIndex }) => ({
    file: path,
    question,
    positionOf: (column: ColumnName) => csv.locate(recordIndex, indexOf(column)),
  }))
  return {
    diagnostics: diagnostics.report(),
    questions,
    isReadable: isReadable && errors.length === 0,
    ignoredColumns: columns.ignored,
  }
}
