// Every dataset of a folder, in memory, reloaded when its file changes. A category is a key of a Map, so a name that a
// client sends never becomes part of a path.
import { AppError } from '../../errors.ts'
import type { Dataset } from '../dataset.ts'
import { formatDiagnostic } from '../diagnostic.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { type DatasetChange, findChanges, fingerprintsOf, nextSnapshot, type Snapshot } from './debounce.ts'
import { type FolderOptions, scanFolder } from './scan-folder.ts'
import { foundUnreadable, type ScannedFile } from './scanned-file.ts'
import type { DatasetStatus, LoadOptions } from './status.ts'

/** Every dataset of a folder. */
export interface QuestionBank {
  /**
   * The dataset of a category.
   * @throws AppError `questions/unknown_category` when the folder has no file for it, `questions/dataset_unavailable`
   * when its file is invalid and was never loaded
   */
  dataset(category: string): Dataset
  /** The status of every category that has a file, sorted by category. */
  statuses(): readonly DatasetStatus[]
  /** The time of the last scan, and its error, if the folder could not be read. */
  lastScan(): { readonly at: Date; readonly error?: string }
  /**
   * Scans the folder and applies, all at once, every change that two consecutive scans found. An invalid file gets
   * diagnostics, and its last good revision remains in use. A removed file removes its category. A folder that cannot
   * be read is a diagnostic of each category.
   * @returns the changes, sorted by category
   */
  reload(): Promise<readonly DatasetChange[]>
}

/**
 * Loads every dataset of a folder. An invalid file results in diagnostics, not in an error.
 * @throws Error of the file system when the folder cannot be read
 */
export async function openBank(options: FolderOptions & LoadOptions): Promise<QuestionBank> {
  const { now } = options
  const first = await scanFolder(options, new Map())
  let previous = fingerprintsOf(first)
  let snapshot = await nextSnapshot(new Map(), { previous, latest: first }, options, now())
  let lastScan: ReturnType<QuestionBank['lastScan']> = { at: now() }
  return {
    dataset: (category) => findDataset(snapshot, category),
    statuses: () => [...snapshot.values()].map(({ status }) => status),
    lastScan: () => lastScan,
    async reload() {
      const before = snapshot
      const found = await scanFolder(options, before).catch(describeUnreadable)
      const latest = typeof found === 'string' ? everyFileUnreadable(before, found) : found
      snapshot = await nextSnapshot(before, { previous, latest }, options, now())
      previous = fingerprintsOf(latest)
      lastScan = { at: now(), ...(typeof found === 'string' && { error: found }) }
      return findChanges(before, snapshot)
    },
  }
}

function findDataset(snapshot: Snapshot, category: string): Dataset {
  const status = snapshot.get(category)?.status
  if (!status) {
    const known = [...snapshot.keys()].join(', ') || 'none'
    throw new AppError(
      QUESTIONS_ERRORS.unknown_category,
      `expected one of: ${known}; got ${JSON.stringify(category)}`,
    )
  }
  if (status.dataset) return status.dataset
  const [first] = status.diagnostics
  const more = status.diagnostics.length > 1 ? ` and ${status.diagnostics.length - 1} more` : ''
  const message = `${first ? formatDiagnostic(first) : category}${more}`
  throw new AppError(QUESTIONS_ERRORS.dataset_unavailable, message)
}

function describeUnreadable({ code, message }: NodeJS.ErrnoException): string {
  return `expected a folder that can be read, got ${code ?? message}`
}

function everyFileUnreadable(snapshot: Snapshot, reason: string): Map<string, ScannedFile> {
  const files = [...snapshot.values()].map(({ status: { category, path } }) => {
    return [category, foundUnreadable({ category, title: category, path }, reason)] as const
  })
  return new Map(files)
}
