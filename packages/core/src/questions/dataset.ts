// A file's bytes to an immutable Dataset, or to every problem there is in it. Pure: bank.ts reads the disk.
import { type ColumnName, type Columns, readColumns } from './columns.ts'
import { type CsvText, type Locate, readCsv } from './csv.ts'
import { decodeText } from './encoding.ts'
import { type Facet, indexFacet } from './facet.ts'
import { makeRows, type Rows, writeOptions } from './pieces.ts'
import { type Problem, quote, sortProblems } from './problem.ts'
import type { Question } from './question.ts'
import type { PlacedQuestion } from './review.ts'
import { checkRow } from './row.ts'
import { rowText } from './rows.ts'
import { versionOf } from './version.ts'

/** How many problems of one file are reported; a file of another kind could have one in every cell. */
export const MAX_PROBLEMS = 1000

/** The most questions that a file may have. */
export const MAX_QUESTIONS = 20_000

/** Where a dataset comes from; `path` is only shown, never opened. */
export interface DatasetSource {
  readonly category: string
  readonly title: string
  readonly path: string
  readonly bytes: Uint8Array
}

/** A category's questions, ready to serve. Rows are numbered from 0 in the file's order. */
export interface Dataset {
  readonly category: string
  readonly title: string
  readonly path: string
  /** Of the file: it changes exactly when the file does. */
  readonly version: string
  readonly size: number
  readonly rowOfId: ReadonlyMap<string, number>
  readonly difficulty: Facet
  readonly topic: Facet
  /** The rows, with the version of the file. */
  readonly visible: Rows
  /**
   * The rows without `correct_answer`, with a version of their own, which is the same whichever options are right:
   * from that of the file, whoever knows all answers but one could find that one by trying.
   */
  readonly hidden: Rows
  readonly ignoredColumns: readonly string[]
}

/** Either a dataset or the problems that keep the file from being one, in reading order. */
export type DatasetResult =
  | { readonly dataset: Dataset; readonly problems?: undefined }
  | { readonly dataset?: undefined; readonly problems: readonly Problem[] }

/** A question of a dataset with its answer. */
export type AnsweredQuestion = Question & { correct_answer: string }

/**
 * Reads a whole file. Its problems are reported together: the first {@link MAX_PROBLEMS}, and one more where nothing
 * after them was checked.
 */
export function readDataset(source: DatasetSource): DatasetResult {
  const { problems, columns, rows } = readRows(source)
  if (problems.length > 0) return { problems }
  return {
    dataset: buildDataset(
      source,
      columns,
      rows.map(({ question }) => question),
    ),
  }
}

/** The questions of a file that can be read, each with the places of its cells; none of a file with problems. */
export function placeQuestions(source: DatasetSource): PlacedQuestion[] {
  const { problems, columns, rows, locate } = readRows(source)
  if (problems.length > 0) return []
  const cellOf = (column: ColumnName) =>
    columns.named[column] ?? (column === 'options' ? columns.choices[0] : 0) ?? 0
  return rows.map(({ question, record }) => ({
    file: source.path,
    question,
    positionOf: (column) => locate(record, cellOf(column)),
  }))
}

interface ReadRows {
  /** In reading order. */
  readonly problems: readonly Problem[]
  readonly columns: Columns
  readonly rows: readonly { readonly question: AnsweredQuestion; readonly record: number }[]
  readonly locate: Locate
}

function readRows({ category, path, bytes }: DatasetSource): ReadRows {
  const { text, faults } = decodeText(bytes, MAX_PROBLEMS + 1)
  const csv = readCsv(text, { maxRecords: MAX_QUESTIONS + 1, maxMisfits: MAX_PROBLEMS })
  const found: Problem[] = faults.map((fault) => ({ file: path, ...fault }))
  const findings: Findings = {
    isEmpty: () => found.length === 0,
    isFull: () => found.length > MAX_PROBLEMS,
    add(record, cell, message) {
      if (!findings.isFull()) found.push({ file: path, ...csv.locate(record, cell), message })
    },
  }
  const table = checkTable(category, csv, findings)
  if (csv.total === 0 && findings.isEmpty()) {
    found.push({ file: path, line: 1, column: 1, message: 'expected a header line, got an empty file' })
  }
  return { ...table, problems: cutProblems(found), locate: csv.locate }
}

/** What is wrong with a file; one that is full has more than are reported, and takes no others. */
interface Findings {
  isEmpty(): boolean
  isFull(): boolean
  add(record: number, cell: number, message: string): void
}

/** The problems that are reported, in reading order. */
function cutProblems(found: readonly Problem[]): Problem[] {
  const problems = sortProblems(found)
  const next = problems[MAX_PROBLEMS]
  if (!next) return problems
  const message = `expected at most ${MAX_PROBLEMS} problems, got more, which are not reported`
  return [...problems.slice(0, MAX_PROBLEMS), { ...next, message }]
}

function checkTable(
  category: string,
  { records, total, fault }: CsvText,
  findings: Findings,
): Pick<ReadRows, 'columns' | 'rows'> {
  if (fault) findings.add(fault.record, fault.cell, fault.message)
  const { columns, faults } = readColumns(records[0] ?? [])
  if (records.length === 0) return { columns, rows: [] }
  for (const { cell, message } of faults) findings.add(0, cell, message)
  if (faults.length > 0) return { columns, rows: [] }
  const rows = checkRecords(category, columns, records, findings)
  if (total - 1 > MAX_QUESTIONS && !fault) {
    const message = `expected at most ${MAX_QUESTIONS} questions, got ${total - 1}`
    findings.add(MAX_QUESTIONS + 1, 0, message)
  }
  if (rows.length === 0 && findings.isEmpty()) {
    findings.add(1, 0, 'expected at least one question, got a header alone')
  }
  return { columns, rows }
}

/** The question of a row, answer included. */
export function questionAt(dataset: Dataset, row: number): AnsweredQuestion {
  return JSON.parse(rowText(dataset.visible, row))
}

function checkRecords(
  category: string,
  columns: Columns,
  records: readonly (readonly string[])[],
  findings: Findings,
): ReadRows['rows'] {
  const rows: { question: AnsweredQuestion; record: number }[] = []
  const ids = new Set<string>()
  for (let record = 1; record < records.length && !findings.isFull(); record++) {
    const { question, faults } = checkRow(category, columns, records[record] as readonly string[])
    for (const { cell, message } of faults) findings.add(record, cell, message)
    if (question.id !== '' && ids.has(question.id)) {
      findings.add(
        record,
        columns.named.id ?? 0,
        `expected an id of its own, got ${quote(question.id)} again`,
      )
    }
    ids.add(question.id)
    rows.push({ question, record })
  }
  return rows
}

function buildDataset(
  { category, title, path, bytes }: DatasetSource,
  columns: Columns,
  questions: readonly AnsweredQuestion[],
): Dataset {
  const version = versionOf(bytes)
  const options = writeOptions(questions)
  return {
    category,
    title,
    path,
    version,
    size: questions.length,
    rowOfId: new Map(questions.map(({ id }, row) => [id, row])),
    difficulty: indexFacet(questions.map(({ difficulty }) => difficulty)),
    topic: indexFacet(questions.map(({ topic }) => topic)),
    visible: makeRows(questions, options, version),
    hidden: makeRows(
      questions.map(({ correct_answer: _, ...rest }) => rest),
      options,
    ),
    ignoredColumns: columns.ignored,
  }
}
