// Checks datasets. Errors are what the service rejects. Warnings are repeated questions, and what looks wrong in a file as a whole;
// the service serves such datasets.
import { basename } from 'node:path'
import {
  createSuspicionFinder,
  type Diagnostic,
  readSheet,
  type ScannedFile,
  type Sheet,
  sortDiagnostics,
} from '@qb/core/questions'
import { RESERVED_IDS } from '@qb/questions/app'
import { findDuplicates } from './duplicates.ts'

/** A summary of a dataset. The number of questions of each difficulty is a further member, such as `easy`. */
interface Summary {
  /** Whether the service serves the dataset. `partly`: without its invalid rows. The counts are of what is served. */
  readonly served: 'yes' | 'partly' | 'no'
  readonly questions: number
  readonly topics: number
  readonly [difficulty: string]: number | string
}

/** Whether a dataset is one of this project. */
function isCurated(path: string): boolean {
  return /^Refined_.+_Questions\.csv$/.test(basename(path))
}

/**
 * Checks datasets: each by itself, and all valid ones together.
 * @param skipInvalidRows whether the service serves a dataset without its invalid rows
 * @returns why datasets or rows are not served, the warnings, and by category the ignored columns and a summary
 */
export async function checkFiles(scanned: Iterable<ScannedFile>, skipInvalidRows = false) {
  const files = [...scanned].sort((a, b) => (a.category < b.category ? -1 : 1))
  const sheets: { file: ScannedFile; sheet: Sheet; served: Summary['served'] }[] = []
  for (const file of files) {
    const sheet = await readScannedFile(file)
    sheets.push({ file, sheet, served: findServed(sheet, skipInvalidRows) })
  }
  const served = sheets.filter((entry) => entry.served !== 'no')
  const withIgnored = sheets.filter(({ sheet }) => sheet.ignoredColumns.length > 0)
  // A duplicate is reported for the later question, which is never one of this project when the other one is not.
  const curatedFirst = served.toSorted(
    (a, b) => Number(isCurated(b.file.path)) - Number(isCurated(a.file.path)),
  )
  return {
    errors: sheets.flatMap(({ sheet }) => sheet.diagnostics),
    warnings: sortDiagnostics([
      ...findDuplicates(curatedFirst.flatMap(({ sheet }) => sheet.questions)),
      ...served.flatMap(({ sheet, file }) => findSuspicions(sheet, file.path)),
    ]),
    ignoredColumns: Object.fromEntries(
      withIgnored.map(({ file, sheet }) => [file.category, sheet.ignoredColumns]),
    ),
    summaries: Object.fromEntries(
      sheets.map((entry) => [entry.file.category, summarise(entry.sheet, entry.served)]),
    ),
  }
}

/** What looks wrong in a file, although each of its questions is valid. */
function findSuspicions({ questions, suspicions }: Sheet, file: string): Diagnostic[] {
  const finder = createSuspicionFinder()
  for (const { question } of questions) finder.add(question)
  return [...suspicions, ...finder.list()].map(({ message }) => ({ file, line: 1, message }))
}

/** Decides as the service does. */
function findServed(sheet: Sheet, skipInvalidRows: boolean): Summary['served'] {
  if (sheet.diagnostics.length === 0) return 'yes'
  return skipInvalidRows && sheet.isReadable && sheet.questions.length > 0 ? 'partly' : 'no'
}

async function readScannedFile({ category, title, path, content }: ScannedFile): Promise<Sheet> {
  if (content.kind === 'bytes')
    return readSheet({ category, title, path, bytes: content.bytes, reservedIds: RESERVED_IDS })
  const diagnostic = { file: path, line: 1, message: content.reason }
  return { diagnostics: [diagnostic], questions: [], isReadable: false, ignoredColumns: [], suspicions: [] }
}

function summarise(sheet: Sheet, served: Summary['served']): Summary {
  const questions = served === 'no' ? [] : sheet.questions.map(({ question }) => question)
  const levels: Record<string, number> = {}
  for (const { difficulty } of questions) {
    if (difficulty !== undefined) levels[difficulty] = (levels[difficulty] ?? 0) + 1
  }
  return {
    served,
    questions: questions.length,
    topics: new Set(questions.flatMap(({ topic }) => topic ?? [])).size,
    ...levels,
  }
}
