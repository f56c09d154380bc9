// Reads the bytes of a file into questions or diagnostics: a dataset by the rules of read/, any other table of questions by those of
// understand/. Only bank/ accesses the file system.
import { quote } from '../quote.ts'
import { type Diagnostic, limitDiagnostics, MAX_DIAGNOSTICS, type Position } from './diagnostic.ts'
import type { AnsweredQuestion } from './question.ts'
import {
  type ColumnName,
  type Columns,
  countKnownColumns,
  describeOtherFormat,
  findEncodingErrors,
  readColumns,
  readRecords,
  readRow,
  type Target,
} from './read/index.ts'
import { describeQuestions, type Suspicion } from './suspicions.ts'
import {
  createAcceptance,
  ImportError,
  REPEATED_OPTIONS,
  readCsvTable,
  readTable,
} from './understand/index.ts'

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
  /** What looks wrong in its columns. */
  readonly suspicions: readonly Suspicion[]
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

/** Takes the questions of the valid rows, with their lines and the columns of their file. */
type QuestionHandler = (question: AnsweredQuestion, line: number, columns: Columns) => void

/** Takes a finding. `cells` is the end of the message, which only the person who has the file sees. */
type Report = (position: Position, message: string, cells?: string) => void

/**
 * Reads a whole file in linear time, and hands over the questions of the valid rows. It reports all diagnostics, not only the
 * first one. When the header is invalid, no row is read.
 */
export async function readQuestions(source: SheetSource, handle: QuestionHandler): Promise<SheetSummary> {
  const diagnostics: Diagnostic[] = []
  const encodingErrors = await findEncodingErrors(source.bytes, MAX_DIAGNOSTICS + 1)
  const [firstError, ...otherErrors] = encodingErrors
  const report: Report = (position, message, cells) => {
    const isUndecoded = firstError !== undefined && `${message}${cells}`.includes('\ufffd')
    if (diagnostics.length > MAX_DIAGNOSTICS || isUndecoded) return
    diagnostics.push({ file: source.path, ...position, message, ...(cells && { cells }) })
  }
  const otherFormat = describeOtherFormat(source.bytes)
  if (otherFormat !== undefined) {
    report({ line: 1 }, otherFormat)
    return { diagnostics, isReadable: false, ignoredColumns: [], suspicions: [] }
  }
  // The other lines have the same cause, and the same cure.
  if (firstError)
    report({ line: firstError.line }, `${firstError.message}${describeOthers(otherErrors.length)}`)
  const undecoded = new Set(encodingErrors.map(({ line }) => line))
  // The encoding is the cause of what else is wrong in a row.
  const reportRow: Report = (position, message, cells) => {
    if (!undecoded.has(position.line)) report(position, message, cells)
  }
  let questions = 0
  const count: QuestionHandler = (...located) => {
    questions += 1
    handle(...located)
  }
  const { header, ...dataset } = await readDataset(source, count, reportRow)
  for (const error of header?.errors ?? []) report({ line: header?.line ?? 1 }, error)
  const isOther = header?.errors.length === 0 && !header.isDataset
  const rows = isOther ? await readForeign(source, count, reportRow) : dataset
  const { columns, isComplete, suspicions } = rows
  if (diagnostics.length === 0 && !header) report({ line: 1 }, 'expected a header line, got an empty file')
  else if (diagnostics.length === 0 && questions === 0)
    report({ line: dataset.line }, 'expected at least one question, got only a header')
  return {
    diagnostics: limitDiagnostics(diagnostics),
    isReadable: columns !== undefined && isComplete && encodingErrors.length === 0,
    // Without its encoding, a file shows no names that a person knows.
    ignoredColumns: firstError ? [] : (columns?.ignored ?? []),
    suspicions,
  }
}

const describeOthers = (lines: number) =>
  lines === 0 ? '' : `; ${lines === 1 ? '1 more line has' : `${lines} more lines have`} such bytes`

/** Reads the rows of a dataset. No row is read when its header is another one. */
async function readDataset(source: SheetSource, handle: QuestionHandler, report: Report) {
  const ids = new Set<string>()
  let header: (ReturnType<typeof readColumns> & { readonly line: number }) | undefined
  let invalidRows = 0

  function readQuestion(columns: Columns, cells: readonly string[], line: number): boolean {
    const { question, errors } = readRow(source, columns, cells)
    const { id } = question
    if (id !== '' && ids.has(id))
      errors.unshift({
        cellIndex: columns.named.id,
        message: 'expected a unique id',
        cells: `, got ${quote(id)} again`,
      })
    ids.add(id)
    for (const { cellIndex = -1, message, cells } of errors)
      report({ line, column: columns.names[cellIndex] }, message, cells)
    if (errors.length === 0) handle(question, line, columns)
    else if (++invalidRows > MAX_INVALID_ROWS) {
      report({ line }, `expected at most ${MAX_INVALID_ROWS} invalid rows, got more`)
      return false
    }
    return true
  }

  let isComplete = true
  const { line, problem } = await readRecords(source.bytes, (cells, first) => {
    if (header) isComplete = readQuestion(header.columns, cells, first)
    else {
      header = { ...readColumns(cells), line: first }
      isComplete = header.isDataset
    }
    return isComplete
  })
  if (problem !== undefined) report({ line }, problem)
  const columns = header?.isDataset ? header.columns : undefined
  return { header, columns, line, isComplete: isComplete && problem === undefined, suspicions: [] }
}

/** Reads a table of another tool. It has no columns when it is not understood. */
async function readForeign(source: SheetSource, handle: QuestionHandler, report: Report) {
  const explain = ({ expected, got }: Pick<ImportError, 'expected' | 'got'>) =>
    [expected, got.includes(' --') ? `${got} (arguments of \`questions import\`)` : got] as const
  try {
    const table = await readCsvTable(source.bytes, { mapping: NO_MAPPING })
    const { header } = table
    // A file without a known name may be no table of questions, so the message must not contain its content.
    if (countKnownColumns(header) === 0)
      throw new ImportError(
        'expected a column for question and correct_answer',
        `, got ${header.length} ${header.length === 1 ? 'column' : 'columns'} with unknown names; --map names columns`,
      )
    const said = { mapping: NO_MAPPING, decodeHtml: false }
    const { questions, leftOut, suspicions, ...read } = await readTable(table, said, createAcceptance(source))
    const { single, options, choices, wrong, unused } = read.columns
    const indexes = [...options, ...choices, ...wrong].map(({ index }) => index)
    const columns: Columns = { named: single, choices: indexes, ignored: unused, names: header }
    for (const { number, error } of table.dropped) report({ line: number }, ...explain(error))
    for (const [line, error, question] of leftOut) {
      const [expected, got] = explain(error)
      report(
        { line },
        expected,
        question === '' || got.includes(quote(question)) ? got : `${got} (question ${quote(question)})`,
      )
    }
    for (const { number, question } of questions) handle(question, number, columns)
    const repeated = questions.filter(({ changes }) => REPEATED_OPTIONS.some((one) => changes.includes(one)))
    const examples = repeated.map(({ question }) => quote(question.question))
    const message = `an option occurs twice, and is served once, in ${describeQuestions(examples)}`
    const found = repeated.length === 0 ? [] : [{ message, isSecret: false }]
    return { columns, isComplete: true, suspicions: [...suspicions, ...found] }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    report({ line: 1 }, ...explain(error))
    return { columns: undefined, isComplete: false, suspicions: [] }
  }
}

/** In a folder, nobody says what a column contains. */
const NO_MAPPING: ReadonlyMap<string, Target> = new Map()
