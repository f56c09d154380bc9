// Checks datasets. Errors are what the service rejects. Warnings are repeated questions, and what looks wrong in a file as a whole;
// the service serves such datasets.
import { basename } from 'node:path'
import {
  createDatasetBuilder,
  type Dataset,
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
  const checked: { sheet: Sheet; served: Summary['served']; dataset: Dataset }[] = []
  for (const file of files) {
    const sheet = await readScannedFile(file)
    const isPartly = skipInvalidRows && sheet.isReadable && sheet.questions.length > 0
    // As the service decides.
    const served = sheet.diagnostics.length === 0 ? 'yes' : isPartly ? 'partly' : 'no'
    const builder = createDatasetBuilder(file)
    if (served !== 'no') for (const { question } of sheet.questions) builder.add(question)
    checked.push({ sheet, served, dataset: builder.finish('', sheet) })
  }
  const served = checked.filter((one) => one.served !== 'no')
  const withIgnored = checked.filter(({ sheet }) => sheet.ignoredColumns.length > 0)
  // A duplicate is reported for the later question, which is never one of this project when the other one is not.
  const curatedFirst = served.toSorted(
    (a, b) => Number(isCurated(b.dataset.path)) - Number(isCurated(a.dataset.path)),
  )
  return {
    errors: checked.flatMap(({ sheet }) => sheet.diagnostics),
    warnings: sortDiagnostics([
      ...findDuplicates(curatedFirst.flatMap(({ sheet }) => sheet.questions)),
      ...served.flatMap(({ dataset: { suspicions, path: file } }) =>
        suspicions.map(({ message }) => ({ file, line: 1, message })),
      ),
    ]),
    ignoredColumns: Object.fromEntries(
      withIgnored.map(({ dataset, sheet }) => [dataset.category, sheet.ignoredColumns]),
    ),
    summaries: Object.fromEntries(
      checked.map(({ dataset, served }) => [dataset.category, summarise(dataset, served)]),
    ),
  }
}

function summarise({ size, facets }: Dataset, served: Summary['served']): Summary {
  const { difficulty, topic } = facets()
  return { served, questions: size, topics: topic.size, ...Object.fromEntries(difficulty) }
}

async function readScannedFile({ category, title, path, content }: ScannedFile): Promise<Sheet> {
  if (content.kind === 'bytes')
    return readSheet({ category, title, path, bytes: content.bytes, reservedIds: RESERVED_IDS })
  const diagnostic = { file: path, line: 1, message: content.reason }
  return { diagnostics: [diagnostic], questions: [], isReadable: false, ignoredColumns: [], suspicions: [] }
}
