// Checks datasets. Errors are what the service rejects. Warnings are what the review of curated datasets finds; the
// service serves such datasets.
import { basename } from 'node:path'
import { type Diagnostic, readSheet, type ScannedFile, type Sheet, sortDiagnostics } from '@qb/core/questions'
import { type ReviewDiagnostic, reviewQuestions } from '../review/style.ts'

/** A summary of a dataset. The number of questions of each difficulty is a further member, such as `easy`. */
export interface Summary {
  /** Whether the service serves the dataset. `partly`: without its invalid rows. */
  readonly served: 'yes' | 'partly' | 'no'
  /** The number of questions that are served. The other counts are about these questions too. */
  readonly questions: number
  /** The number of topics. */
  readonly topics: number
  readonly revision: string
  readonly [difficulty: string]: number | string
}

/** The result of a check. */
export interface CheckReport {
  /** Why datasets or rows are not served. */
  readonly errors: readonly Diagnostic[]
  /** The diagnostics of the review, except for the style of datasets that are not curated. */
  readonly warnings: readonly Diagnostic[]
  /** The style of datasets that are not curated. */
  readonly styleWarnings: readonly Diagnostic[]
  /** The names of the ignored columns by category. Categories without ignored columns are absent. */
  readonly ignoredColumns: Readonly<Record<string, readonly string[]>>
  /** The datasets by category. */
  readonly summaries: Readonly<Record<string, Summary>>
}

/** Options of {@link checkFiles}. */
export interface CheckOptions {
  /** Ids that no question may have. */
  readonly reservedIds: readonly string[]
  /** Whether the service serves a dataset without its invalid rows. */
  readonly skipInvalidRows?: boolean
}

/** The names of the datasets of this project, which follow the rules of its style. */
const CURATED = /^Refined_.+_Questions\.csv$/

function isCurated(path: string): boolean {
  return CURATED.test(basename(path))
}

/** Checks datasets: each by itself, and all valid ones together. */
export async function checkFiles(
  scanned: Iterable<ScannedFile>,
  { reservedIds, skipInvalidRows = false }: CheckOptions,
): Promise<CheckReport> {
  const files = [...scanned].sort((a, b) => (a.category < b.category ? -1 : 1))
  const sheets: { file: ScannedFile; sheet: Sheet; served: Summary['served'] }[] = []
  for (const file of files) {
    const sheet = await parseScannedFile(file, reservedIds)
    sheets.push({ file, sheet, served: findServed(sheet, skipInvalidRows) })
  }
  const served = sheets.filter((entry) => entry.served !== 'no')
  const withIgnored = sheets.filter(({ sheet }) => sheet.ignoredColumns.length > 0)
  // A duplicate is reported for the later question, which is never one of this project when the other one is not.
  const curatedFirst = served.toSorted(
    (a, b) => Number(isCurated(b.file.path)) - Number(isCurated(a.file.path)),
  )
  const found = reviewQuestions(curatedFirst.flatMap(({ sheet }) => sheet.questions))
  return {
    errors: sheets.flatMap(({ sheet }) => sheet.diagnostics),
    warnings: sortDiagnostics(found.filter((diagnostic) => !isForeignStyle(diagnostic))),
    styleWarnings: sortDiagnostics(found.filter(isForeignStyle)),
    ignoredColumns: Object.fromEntries(
      withIgnored.map(({ file, sheet }) => [file.category, sheet.ignoredColumns]),
    ),
    summaries: Object.fromEntries(
      sheets.map((entry) => [entry.file.category, summarise(entry.file, entry.sheet, entry.served)]),
    ),
  }
}

/** Whether the service serves a dataset. The rule is that of the service. */
function findServed(
  { diagnostics, questions, isReadable }: Sheet,
  skipInvalidRows: boolean,
): Summary['served'] {
  if (diagnostics.length === 0) return 'yes'
  return skipInvalidRows && isReadable && questions.length > 0 ? 'partly' : 'no'
}

/** Whether a diagnostic is about the style of a dataset that is not curated. */
function isForeignStyle({ kind, file }: ReviewDiagnostic): boolean {
  return kind === 'style' && !isCurated(file)
}

async function parseScannedFile(
  { category, title, path, content }: ScannedFile,
  reservedIds: readonly string[],
): Promise<Sheet> {
  if (content.kind === 'bytes') {
    return readSheet({ category, title, path, bytes: content.bytes, reservedIds })
  }
  // Without a previous scan, every file is read.
  if (content.kind !== 'unreadable') {
    throw new Error(`${path}: expected the content of the file, got ${JSON.stringify(content.kind)}`)
  }
  const diagnostic = { file: path, line: 1, message: content.reason }
  return { diagnostics: [diagnostic], questions: [], isReadable: false, ignoredColumns: [] }
}

function summarise({ content }: ScannedFile, sheet: Sheet, served: Summary['served']): Summary {
  const questions = served === 'no' ? [] : sheet.questions.map(({ question }) => question)
  return {
    served,
    questions: questions.length,
    topics: countBy(questions, ({ topic }) => topic).size,
    ...Object.fromEntries(countBy(questions, ({ difficulty }) => difficulty)),
    revision: content.kind === 'bytes' ? content.revision : '',
  }
}

/** Counts the items per value, in the order of first occurrence. Items without a value are not counted. */
function countBy<T>(items: readonly T[], getValue: (item: T) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) {
    const value = getValue(item)
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}
