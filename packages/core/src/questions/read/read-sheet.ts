// Reads the bytes of a dataset file into questions or diagnostics. Only bank/ accesses the file system.
import type { Diagnostic, Position } from '../diagnostic.ts'
import type { AnsweredQuestion } from '../question.ts'
import { type ByteSource, toByteSource } from './byte-source.ts'
import type { ColumnName } from './columns.ts'
import { createRecordReader, locateCell, type RecordLocation } from './csv/index.ts'
import { createDiagnosticList, MAX_DIAGNOSTICS } from './diagnostic-list.ts'
import { decodeText } from './encoding.ts'
import { type QuestionSink, readTable } from './read-table.ts'

/** The bytes of a file, and its names. */
export interface SheetSource {
  readonly category: string
  readonly title: string
  /** The path used in messages. It is never opened. */
  readonly path: string
  readonly bytes: Uint8Array | ByteSource
  /** Ids that no question may have, because they are path segments of the API, such as `random`. */
  readonly reservedIds: readonly string[]
  /** Default: `MAX_QUESTIONS`. */
  readonly maxQuestions?: number | undefined
  /** Is called with the share of the file that was read, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
}

/** What was found out about a file, besides its questions. */
export interface SheetSummary {
  /** Sorted by position. At most {@link MAX_DIAGNOSTICS}, and one about the maximum when there are more. */
  readonly diagnostics: readonly Diagnostic[]
  /**
   * Whether every diagnostic is about a row. Otherwise the encoding, the header or the size of the file is invalid, and
   * the questions must not be used.
   */
  readonly isReadable: boolean
  /** The names of the columns that were not read. */
  readonly ignoredColumns: readonly string[]
}

/** A question with the position of each of its cells. */
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

/**
 * Reads a whole file in linear time, and adds the questions of the valid rows to the sink. It reports all diagnostics, not
 * only the first one.
 */
export function readQuestions(source: SheetSource, sink: QuestionSink): SheetSummary {
  return readInto(source, sink).summary
}

/** Reads a whole file as {@link readQuestions} does, and returns the questions with their positions. */
export function readSheet(source: SheetSource): Sheet {
  const ids = new Set<string>()
  const found: { question: AnsweredQuestion; location: RecordLocation }[] = []
  const { summary, columns } = readInto(source, {
    has: (id) => ids.has(id),
    add(question, location) {
      ids.add(question.id)
      found.push({ question, location })
    },
  })
  const indexOf = (column: ColumnName) =>
    columns.named[column] ?? (column === 'options' ? columns.choices[0] : undefined) ?? 0
  const questions = found.map(({ question, location }) => ({
    file: source.path,
    question,
    positionOf: (column: ColumnName) => locateCell(location, indexOf(column)),
  }))
  return { ...summary, questions }
}

function readInto({ path, bytes, onProgress, ...context }: SheetSource, sink: QuestionSink) {
  const diagnostics = createDiagnosticList(path)
  const { chunks, errors } = decodeText(toByteSource(bytes), MAX_DIAGNOSTICS + 1, onProgress)
  for (const error of errors) diagnostics.add(error)
  const { columns, isReadable } = readTable(context, createRecordReader(chunks), diagnostics, sink)
  const summary: SheetSummary = {
    diagnostics: diagnostics.report(),
    isReadable: isReadable && errors.length === 0,
    ignoredColumns: columns.ignored,
  }
  return { summary, columns }
}
