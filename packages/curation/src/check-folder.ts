// Checks a folder of datasets. It reads each file once and reviews all valid files together.
import {
  type AnsweredQuestion,
  type Diagnostic,
  type FolderOptions,
  readSheet,
  type ScannedFile,
  type Sheet,
  scanFolder,
  sortDiagnostics,
} from '@qb/core/questions'
import { revisionOf } from '@qb/core/revision'
import { reviewQuestions } from './review/index.ts'

/** A summary of a dataset. The number of questions of each difficulty is a further member, such as `easy`. */
export interface Summary {
  /** The number of questions. */
  readonly questions: number
  /** The number of topics. */
  readonly topics: number
  readonly revision: string
  readonly [difficulty: string]: number | string
}

/** The result of the check of a folder. */
export interface FolderReport {
  /** The diagnostics of invalid files, followed by the diagnostics of the review. */
  readonly diagnostics: readonly Diagnostic[]
  /** The names of the ignored columns by category. Categories without ignored columns are absent. */
  readonly ignoredColumns: Readonly<Record<string, readonly string[]>>
  /** The valid datasets by category. */
  readonly summaries: Readonly<Record<string, Summary>>
}

/**
 * Checks every dataset of a folder.
 * @param reservedIds see {@link readSheet}
 * @throws Error when the folder cannot be read, or when it has no dataset
 */
export async function checkFolder(
  folder: FolderOptions,
  reservedIds: readonly string[],
): Promise<FolderReport> {
  const files = [...(await scanFolder(folder, new Map())).values()].sort((a, b) =>
    a.category < b.category ? -1 : 1,
  )
  if (files.length === 0) throw new Error('no file named Refined_<Name>_Questions.csv')
  const sheets = files.map((file) => ({ file, sheet: parseScannedFile(file, reservedIds) }))
  const valid = sheets.filter(({ sheet }) => sheet.diagnostics.length === 0)
  const reviewed = reviewQuestions(valid.flatMap(({ sheet }) => sheet.questions))
  const withIgnored = valid.filter(({ sheet }) => sheet.ignoredColumns.length > 0)
  return {
    diagnostics: [...sheets.flatMap(({ sheet }) => sheet.diagnostics), ...sortDiagnostics(reviewed)],
    ignoredColumns: Object.fromEntries(
      withIgnored.map(({ file, sheet }) => [file.category, sheet.ignoredColumns]),
    ),
    summaries: Object.fromEntries(valid.map(({ file, sheet }) => [file.category, summarise(file, sheet)])),
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
  return { diagnostics: [diagnostic], questions: [], ignoredColumns: [] }
}

function summarise({ content }: ScannedFile, sheet: Sheet): Summary {
  const questions = sheet.questions.map(({ question }) => question)
  return {
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
