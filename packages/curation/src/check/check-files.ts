// Checks datasets. Errors are what the service rejects. Warnings are what the review of curated datasets finds; the
// service serves such datasets.
import {
  type AnsweredQuestion,
  type Diagnostic,
  readSheet,
  type ScannedFile,
  type Sheet,
  sortDiagnostics,
} from '@qb/core/questions'
import { revisionOf } from '@qb/core/revision'
import { reviewQuestions } from '../review/index.ts'

/** A summary of a dataset. The number of questions of each difficulty is a further member, such as `easy`. */
export interface Summary {
  /** Whether the service serves the dataset. */
  readonly served: 'yes' | 'no'
  /** The number of questions. For an invalid dataset, the number of valid rows. */
  readonly questions: number
  /** The number of topics. */
  readonly topics: number
  readonly revision: string
  readonly [difficulty: string]: number | string
}

/** The result of a check. */
export interface CheckReport {
  /** Why datasets are not served. */
  readonly errors: readonly Diagnostic[]
  /** The diagnostics of the review. */
  readonly warnings: readonly Diagnostic[]
  /** The names of the ignored columns by category. Categories without ignored columns are absent. */
  readonly ignoredColumns: Readonly<Record<string, readonly string[]>>
  /** The datasets by category. */
  readonly summaries: Readonly<Record<string, Summary>>
}

/** Options of {@link checkFiles}. */
export interface CheckOptions {
  /** Ids that no question may have. */
  readonly reservedIds: readonly string[]
  /** Is called with the share of the review that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** Checks datasets: each by itself, and all valid ones together. */
export function checkFiles(
  scanned: Iterable<ScannedFile>,
  { reservedIds, onProgress }: CheckOptions,
): CheckReport {
  const files = [...scanned].sort((a, b) => (a.category < b.category ? -1 : 1))
  const sheets = files.map((file) => ({ file, sheet: parseScannedFile(file, reservedIds) }))
  const valid = sheets.filter(({ sheet }) => sheet.diagnostics.length === 0)
  const withIgnored = sheets.filter(({ sheet }) => sheet.ignoredColumns.length > 0)
  return {
    errors: sheets.flatMap(({ sheet }) => sheet.diagnostics),
    warnings: sortDiagnostics(
      reviewQuestions(
        valid.flatMap(({ sheet }) => sheet.questions),
        onProgress,
      ),
    ),
    ignoredColumns: Object.fromEntries(
      withIgnored.map(({ file, sheet }) => [file.category, sheet.ignoredColumns]),
    ),
    summaries: Object.fromEntries(sheets.map(({ file, sheet }) => [file.category, summarise(file, sheet)])),
  }
}

function parseScannedFile(
  { category, title, path, content }: ScannedFile,
  reservedIds: readonly string[],
): Sheet {
  if (content.kind === 'bytes') {
    return readSheet({ category, title, path, bytes: content.bytes, reservedIds })
  }
  // Without a previous snapshot, no file can be unchanged.
  if (content.kind === 'unchanged')
    throw new Error(`${path}: expected the content of the file, got "unchanged"`)
  const diagnostic = { file: path, line: 1, column: 1, message: content.reason }
  return { diagnostics: [diagnostic], questions: [], isReadable: false, ignoredColumns: [] }
}

function summarise({ content }: ScannedFile, sheet: Sheet): Summary {
  const questions = sheet.questions.map(({ question }) => question)
  return {
    served: sheet.diagnostics.length === 0 ? 'yes' : 'no',
    questions: questions.length,
    topics: countBy(questions, ({ topic }) => topic).size,
    ...Object.fromEntries(countBy(questions, ({ difficulty }) => difficulty)),
    revision: content.kind === 'bytes' ? revisionOf(content.bytes) : '',
  }
}

/** Counts the questions per value. Questions without a value are not counted. */
function countBy(
  questions: readonly AnsweredQuestion[],
  getValue: (question: AnsweredQuestion) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const question of questions) {
    const value = getValue(question)
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}
