// Checks a folder of datasets: reads each file once, and reviews all valid files together.
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

/** One dataset in numbers; the difficulties are further members. */
export interface Summary {
  readonly questions: number
  readonly topics: number
  readonly version: string
  readonly [difficulty: string]: number | string
}

/** The result for a folder. */
export interface FolderReport {
  /** Those of invalid files, then those of the review. */
  readonly diagnostics: readonly Diagnostic[]
  /** Names of ignored columns by category; only categories that have some. */
  readonly ignoredColumns: Readonly<Record<string, readonly string[]>>
  /** The valid datasets by category. */
  readonly summaries: Readonly<Record<string, Summary>>
}

/**
 * Checks every dataset of a folder.
 * @param reservedIds see {@link readSheet}
 * @throws Error when the folder cannot be read or has no dataset
 */
export async function checkFolder(
  folder: FolderOptions,
  reservedIds: readonly string[],
): Promise<FolderReport> {
  const files = [...(await scanFolder(folder, new Map())).values()].sort((a, b) =>
    a.category < b.category ? -1 : 1,
  )
  if (files.length === 0) throw new Error('none named Refined_<Name>_Questions.csv')
  const sheets = files.map((file) => ({ file, sheet: readFile(file, reservedIds) }))
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

function readFile({ category, title, path, content }: ScannedFile, reservedIds: readonly string[]): Sheet {
  if (content.kind === 'bytes') {
    return readSheet({ category, title, path, bytes: content.bytes, reservedIds })
  }
  const message = content.kind === 'unreadable' ? content.reason : content.kind
  return { diagnostics: [{ file: path, line: 1, column: 1, message }], questions: [], ignoredColumns: [] }
}

function summarise({ content }: ScannedFile, sheet: Sheet): Summary {
  const questions = sheet.questions.map(({ question }) => question)
  return {
    questions: questions.length,
    topics: countBy(questions, ({ topic }) => topic).size,
    ...Object.fromEntries(countBy(questions, ({ difficulty }) => difficulty)),
    version: content.kind === 'bytes' ? revisionOf(content.bytes) : '',
  }
}

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
