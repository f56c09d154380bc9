// A file's bytes to its questions, or to its diagnostics. Pure: bank/ reads the disk.
import type { Diagnostic, Position } from '../diagnostic.ts'
import type { AnsweredQuestion } from '../question.ts'
import type { ColumnName } from './columns.ts'
import { readCsv } from './csv/index.ts'
import { createDiagnosticList, MAX_DIAGNOSTICS } from './diagnostic-list.ts'
import { decodeText } from './encoding.ts'
import { MAX_QUESTIONS, readTable } from './read-table.ts'

/** A file to read. `path` appears in diagnostics; it is never opened. */
export interface SheetSource {
  readonly category: string
  readonly title: string
  readonly path: string
  readonly bytes: Uint8Array
  /** Ids that are literal path segments of operations, such as `random`. No question may have one of them. */
  readonly reservedIds: readonly string[]
}

/** A question with the positions of its cells in the file. */
export interface PlacedQuestion {
  readonly file: string
  readonly question: AnsweredQuestion
  readonly positionOf: (column: ColumnName) => Position
}

/** The content of a file. When there are diagnostics, the questions must not be served. */
export interface Sheet {
  /** In reading order: at most {@link MAX_DIAGNOSTICS}, and one more about the limit when there are others. */
  readonly diagnostics: readonly Diagnostic[]
  readonly questions: readonly PlacedQuestion[]
  /** Names of columns that were not read. */
  readonly ignoredColumns: readonly string[]
}

/** Reads a whole file. All diagnostics are reported together, not only the first. Takes time linear in its size. */
export function readSheet({ category, path, bytes, reservedIds }: SheetSource): Sheet {
  const diagnostics = createDiagnosticList(path)
  const { text, errors } = decodeText(bytes, MAX_DIAGNOSTICS + 1)
  for (const error of errors) diagnostics.add(error)
  const csv = readCsv(text, { maxRecords: MAX_QUESTIONS + 1, maxUneven: MAX_DIAGNOSTICS })
  const { columns, rows } = readTable({ category, reservedIds }, csv, diagnostics)
  if (csv.total === 0 && diagnostics.isEmpty()) {
    diagnostics.add({ line: 1, column: 1, message: 'expected a header line, got an empty file' })
  }
  const cellOf = (column: ColumnName) =>
    columns.named[column] ?? (column === 'options' ? columns.choices[0] : undefined) ?? 0
  const questions = rows.map(({ question, record }) => ({
    file: path,
    question,
    positionOf: (column: ColumnName) => csv.locate(record, cellOf(column)),
  }))
  return { diagnostics: diagnostics.report(), questions, ignoredColumns: columns.ignored }
}
