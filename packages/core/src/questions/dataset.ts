// A file's bytes to an immutable Dataset, or to every problem there is in it. Pure: bank.ts reads the disk.
import { type ColumnName, type Columns, readColumns } from './columns.ts'
import { createLocator, type Locate, readCsv } from './csv.ts'
import { decodeText } from './encoding.ts'
import { type Facet, indexFacet } from './facet.ts'
import { makeRows, type Rows } from './pieces.ts'
import { type Problem, quote, sortProblems } from './problem.ts'
import type { Question } from './question.ts'
import type { PlacedQuestion } from './review.ts'
import { checkRow } from './row.ts'
import { rowText } from './rows.ts'
import { versionOf } from './version.ts'

/** How many problems of one file are told one by one; a file of another kind could have one in every cell. */
export const MAX_PROBLEMS = 100_000

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

/** Reads a whole file. All of its problems are reported, not only the first. */
export function readDataset(source: DatasetSource): DatasetResult {
  const { problems, columns, rows } = readRows(source)
  if (problems.length > 0) return { problems: sortProblems(problems) }
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
  readonly problems: readonly Problem[]
  readonly columns: Columns
  readonly rows: readonly { readonly question: AnsweredQuestion; readonly record: number }[]
  readonly locate: Locate
}

function readRows(source: DatasetSource): ReadRows {
  const { text, faults } = decodeText(source.bytes)
  const problems: Problem[] = faults.map((fault) => ({ file: source.path, ...fault }))
  const locate = createLocator(text)
  let unsaid = 0
  const report: Report = (record, cell, message) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ file: source.path, ...locate(record, cell), message })
    else unsaid += 1
  }
  const { records, fault } = readCsv(text)
  if (fault) report(fault.record, fault.cell, fault.message)
  const header = records.findIndex((record) => !isBlank(record))
  const { columns, faults: headerFaults } = readColumns(records[header] ?? [])
  if (header === -1) {
    const message = 'expected a header line, got an empty file'
    if (problems.length === 0) problems.push({ file: source.path, line: 1, column: 1, message })
    return { problems, columns, rows: [], locate }
  }
  for (const { cell, message } of headerFaults) report(header, cell, message)
  if (headerFaults.length > 0) return { problems, columns, rows: [], locate }
  const rows = checkRecords(source.category, columns, records, header + 1, report)
  if (problems.length === 0 && rows.length === 0) {
    report(header + 1, 0, 'expected at least one question, got a header alone')
  }
  const last = problems.at(-1)
  if (unsaid > 0 && last) problems.push({ ...last, message: `and ${unsaid} problems more` })
  return { problems, columns, rows, locate }
}

type Report = (record: number, cell: number, message: string) => void

/** The question of a row, answer included. */
export function questionAt(dataset: Dataset, row: number): AnsweredQuestion {
  return JSON.parse(rowText(dataset.visible, row))
}

/** A line with nothing in it, or with nothing but commas, as spreadsheets leave them. */
function isBlank(record: readonly string[]): boolean {
  return record.every((cell) => cell.trim() === '')
}

function checkRecords(
  category: string,
  columns: Columns,
  records: readonly (readonly string[])[],
  first: number,
  report: Report,
): ReadRows['rows'] {
  const rows: { question: AnsweredQuestion; record: number }[] = []
  const ids = new Set<string>()
  for (const [record, cells] of records.entries()) {
    if (record < first || isBlank(cells)) continue
    const { question, faults } = checkRow(category, columns, cells)
    for (const { cell, message } of faults) report(record, cell, message)
    if (question.id !== '' && ids.has(question.id)) {
      report(record, columns.named.id ?? 0, `expected an id of its own, got ${quote(question.id)} again`)
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
  return {
    category,
    title,
    path,
    version,
    size: questions.length,
    rowOfId: new Map(questions.map(({ id }, row) => [id, row])),
    difficulty: indexFacet(questions.map(({ difficulty }) => difficulty)),
    topic: indexFacet(questions.map(({ topic }) => topic)),
    visible: makeRows(questions, version),
    hidden: makeRows(questions.map(({ correct_answer: _, ...rest }) => rest)),
    ignoredColumns: columns.ignored,
  }
}
