// Keeps every dataset of a folder in memory, and reloads a dataset when its file changes. Datasets are looked
// up in a Map, so the name of a category in a request never becomes part of a path.
import { AppError } from '../../errors.ts'
import { quote } from '../../quote.ts'
import type { Dataset } from '../dataset.ts'
import { formatDiagnostic } from '../diagnostic.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { applyScans, type DatasetChange, findChanges, fingerprintsOf, type Snapshot } from './debounce.ts'
import { DIRECT_LOADER, type Loader } from './load/index.ts'
import { type FolderOptions, type FolderScan, scanFolder } from './scan-folder.ts'
import { createUnreadableFile, type ScannedFile } from './scanned-file.ts'
import type { DatasetStatus, LoadOptions } from './status.ts'

/** The result of the last scan. */
export interface ScanStatus {
  /** The time at which the changes that the scan found were applied. */
  readonly at: Date
  /** The reason why the folder could not be read, if any. */
  readonly error?: string
  /** The names of the files of the folder that are not datasets, sorted. */
  readonly ignoredFiles: readonly string[]
}

/** The datasets of a folder. */
export interface QuestionBank {
  /**
   * Returns the dataset of a category.
   * @throws AppError `questions/unknown_category` when the folder has no file for the category,
   * `questions/dataset_unavailable` when its file is invalid and no earlier revision was loaded
   */
  dataset(category: string): Dataset
  /** Returns the status of every category that has a file, sorted by category. */
  statuses(): readonly DatasetStatus[]
  /** Returns the number of reloads that changed a status. Between two of them, all datasets stay the same. */
  generation(): number
  /** Returns the result of the last scan. */
  lastScan(): ScanStatus
  /**
   * Scans the folder and applies every change that this scan and the previous one found. All changes take
   * effect together. An invalid file results in diagnostics, and the last valid revision stays in use. A
   * removed file removes its category. When the folder cannot be read, every category gets a diagnostic.
   * @returns the changes, sorted by category
   */
  reload(): Promise<readonly DatasetChange[]>
}

/** Options of {@link openBank}. */
export interface BankOptions extends Omit<FolderOptions, 'maxScannedBytes'>, LoadOptions {
  /** Loads large files, and files that have changed. By default, files are loaded in this thread. */
  readonly loader?: Loader
}

/** The size, in bytes, above which a file is read only when it is loaded. */
const MAX_SCANNED_BYTES = 1024 * 1024

/**
 * Loads every dataset of a folder. An invalid file results in diagnostics, not in an error.
 * @throws Error of the file system when the folder cannot be read; Error when it has more than `MAX_DATASETS`
 */
export async function openBank(options: BankOptions): Promise<QuestionBank> {
  const { now, loader = DIRECT_LOADER } = options
  const folder = { ...options, maxScannedBytes: MAX_SCANNED_BYTES }
  const first = await scanFolder(folder, new Map())
  let previous = fingerprintsOf(first.files)
  // Nobody waits for a response yet, and starting a thread takes longer than loading a small file.
  const firstLoader: Loader = {
    ...loader,
    load: (request) => (request.source.kind === 'bytes' ? DIRECT_LOADER : loader).load(request),
  }
  const scans = { previous, latest: first.files }
  let snapshot = await applyScans(new Map(), scans, { ...options, loader: firstLoader }, now)
  await loader.close()
  let generation = 0
  let lastScan: ScanStatus = { at: now(), ignoredFiles: first.ignoredFiles }
  return {
    dataset: (category) => findDataset(snapshot, category),
    statuses: () => [...snapshot.values()].map(({ status }) => status),
    generation: () => generation,
    lastScan: () => lastScan,
    async reload() {
      const before = snapshot
      const scan = await tryScan(folder, before)
      const latest = scan.kind === 'files' ? scan.files : createUnreadableFiles(before, scan.reason)
      const { ignoredFiles } = scan.kind === 'files' ? scan : lastScan
      const after = await applyScans(before, { previous, latest }, { ...options, loader }, now)
      await loader.close()
      const changes = findChanges(before, after)
      snapshot = after
      if (changes.length > 0) generation += 1
      previous = fingerprintsOf(latest)
      lastScan = { at: now(), ignoredFiles, ...(scan.kind === 'unreadable' && { error: scan.reason }) }
      return changes
    },
  }
}

function findDataset(snapshot: Snapshot, category: string): Dataset {
  const status = snapshot.get(category)?.status
  if (!status) throw unknownCategoryError(category, [...snapshot.keys()])
  if (status.dataset) return status.dataset
  const [first] = status.diagnostics
  const more = status.diagnostics.length > 1 ? ` and ${status.diagnostics.length - 1} more` : ''
  const message = `${first ? formatDiagnostic(first) : category}${more}`
  throw new AppError(QUESTIONS_ERRORS.dataset_unavailable, message)
}

function unknownCategoryError(category: string, known: readonly string[]): AppError {
  const similar = known.find((name) => foldCategory(name) === foldCategory(category))
  const hint = similar === undefined ? '' : `; did you mean ${quote(similar)}?`
  const message = `expected one of: ${known.join(', ') || 'none'}; got ${JSON.stringify(category)}${hint}`
  return new AppError(QUESTIONS_ERRORS.unknown_category, message)
}

/** Folds a category for a proposal: `General-Knowledge`, `generalknowledge` and `general_knowledge` are equal. */
function foldCategory(category: string): string {
  return category
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

type ScanResult =
  | ({ readonly kind: 'files' } & FolderScan)
  | { readonly kind: 'unreadable'; readonly reason: string }

async function tryScan(options: FolderOptions, snapshot: Snapshot): Promise<ScanResult> {
  try {
    return { kind: 'files', ...(await scanFolder(options, snapshot)) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { kind: 'unreadable', reason: `expected a folder that can be read, got ${code ?? message}` }
  }
}

function createUnreadableFiles(snapshot: Snapshot, reason: string): Map<string, ScannedFile> {
  const files = [...snapshot.values()].map(({ status: { category, path } }) => {
    return [category, createUnreadableFile({ category, title: category, path }, reason)] as const
  })
  return new Map(files)
}
