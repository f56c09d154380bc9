// Keeps every dataset of a folder in memory, and reloads a dataset when its file changes. Datasets are looked
// up in a Map, so the name of a category in a request never becomes part of a path.
import { AppError } from '../../errors.ts'
import { suggestSimilar } from '../../similar.ts'
import { createDatasetBuilder, type Dataset } from '../dataset.ts'
import { type Diagnostic, formatPublicDiagnostic } from '../diagnostic.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { readQuestions, type SheetSource } from '../sheet.ts'
import {
  type DatasetFile,
  type FolderOptions,
  fingerprintOf,
  listFolder,
  type ScannedFile,
  type ScanOptions,
  scanFile,
} from './folder.ts'

/** The status of a category. */
export interface DatasetStatus {
  readonly category: string
  /** The path of the file of `dataset`, or of the file that cannot be read. */
  readonly path: string
  /** The last valid revision. Absent when no revision was valid. */
  readonly dataset?: Dataset
  /** When `dataset` was loaded. Absent without a dataset. */
  readonly loadedAt?: Date
  /** The diagnostics of the current file. When `dataset` is its content, those of the rows that were left out. */
  readonly diagnostics: readonly Diagnostic[]
  /** The diagnostics of the rows that `dataset` lacks. */
  readonly skippedRows: readonly Diagnostic[]
  /** How many questions `skipInvalidRows` would serve of a file that is not served. */
  readonly validRows: number
}

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
export type QuestionBank = Awaited<ReturnType<typeof openBank>>

/** A change of a category. `status` is absent when the category was removed. */
export interface DatasetChange {
  readonly category: string
  readonly status?: DatasetStatus
}

/** Options for loading datasets. */
interface LoadOptions {
  /** Ids that no question may have, because they are path segments of the API, such as `random`. */
  readonly reservedIds: readonly string[]
  /** Whether a file with invalid rows is served without them. Default: false. */
  readonly skipInvalidRows?: boolean
}

/** Options of {@link openBank}. */
export interface BankOptions extends FolderOptions, LoadOptions, ScanOptions {}

/** The file of a category without its content, and the status that was computed from it. */
interface Entry extends Omit<ScannedFile, 'content'> {
  readonly status: DatasetStatus
}

/** The categories, sorted. */
type Snapshot = ReadonlyMap<string, Entry>

/**
 * Loads every dataset of a folder. An invalid file results in diagnostics, not in an error.
 * @throws Error of the file system when the folder cannot be read; Error when it has more than `MAX_DATASETS`
 */
export async function openBank(options: BankOptions) {
  const { now, directory, displayPath = directory } = options
  const { files, ignoredFiles } = await listFolder(options)
  let { snapshot, fingerprints } = await scan(files, new Map(), undefined, options)
  let generation = 0
  let lastScan: ScanStatus = { at: now(), ignoredFiles }
  return {
    /** The path of the folder, and the one used in messages. */
    directory,
    displayPath,
    /** Returns the dataset of a category. @throws AppError `questions/unknown_category`, `questions/dataset_unavailable` */
    dataset: (category: string) => findDataset(snapshot, category),
    /** Returns the status of every category that has a file, sorted by category. */
    statuses: () => [...snapshot.values()].map(({ status }) => status),
    /** Returns the datasets that are served, sorted by category. */
    datasets: () => [...snapshot.values()].flatMap(({ status }) => status.dataset ?? []),
    /** Returns the number of reloads that changed a status. Between two of them, all datasets stay the same. */
    generation: () => generation,
    /** Returns the result of the last scan. */
    lastScan: () => lastScan,
    /**
     * Scans the folder and applies every change that this scan and the previous one found. All changes take effect together. An
     * invalid file results in diagnostics, and the last valid revision stays in use. A removed file removes its category. When the
     * folder cannot be read, every category gets a diagnostic.
     * @returns the changes, sorted by category
     */
    async reload(): Promise<readonly DatasetChange[]> {
      const before = snapshot
      const folder = await listFolder(options).catch(({ code, message }: NodeJS.ErrnoException) => {
        const error = `expected a folder that can be read, got ${code ?? message}`
        const unread = [...before.values()].map((entry) => ({ ...entry, problem: error }))
        return { files: unread, ignoredFiles: lastScan.ignoredFiles, error }
      })
      const { files: found, ...rest } = folder
      const after = await scan(found, before, fingerprints, options)
      const changes = findChanges(before, after.snapshot)
      snapshot = after.snapshot
      fingerprints = after.fingerprints
      if (changes.length > 0) generation += 1
      lastScan = { at: now(), ...rest }
      return changes
    },
  }
}

/**
 * Scans files one after the other, and loads those that have changed. A change is applied when two consecutive scans find it: a
 * category keeps its status while its file is being written, or is missing for a moment because it is being replaced.
 * @param previous the fingerprints of the previous scan. Undefined at the first scan, whose changes are applied at once
 */
async function scan(
  files: readonly DatasetFile[],
  before: Snapshot,
  previous: ReadonlyMap<string, string> | undefined,
  options: BankOptions,
) {
  const byCategory = new Map(files.map((file) => [file.category, file]))
  const snapshot = new Map<string, Entry>()
  const fingerprints = new Map<string, string>()
  for (const category of [...new Set([...before.keys(), ...byCategory.keys()])].sort()) {
    const entry = before.get(category)
    const file = byCategory.get(category)
    const scanned = file && (await scanFile(file, options, entry))
    if (scanned) fingerprints.set(category, scanned.fingerprint)
    const isStable = previous === undefined || scanned?.fingerprint === previous.get(category)
    if (entry && scanned?.fingerprint === entry.fingerprint) {
      snapshot.set(category, { ...entry, statFingerprint: scanned.statFingerprint })
    } else if (entry && !isStable) {
      snapshot.set(category, entry)
    } else if (scanned && isStable) {
      const { content, ...rest } = scanned
      snapshot.set(category, { ...rest, status: await computeStatus(scanned, entry?.status, options) })
    }
  }
  return { snapshot: snapshot as Snapshot, fingerprints }
}

/** Computes the status after a change: the new dataset, or the previous one with the diagnostics of the file. */
async function computeStatus(
  file: ScannedFile,
  previous: DatasetStatus | undefined,
  options: BankOptions,
): Promise<DatasetStatus> {
  const { category, path, content, fingerprint } = file
  if (previous?.dataset && fingerprint === fingerprintOf(previous.dataset.path, previous.dataset.revision)) {
    // The file is again what the dataset was loaded from.
    return { ...previous, diagnostics: previous.skippedRows, validRows: 0 }
  }
  const { dataset, diagnostics, validRows } =
    content.kind === 'bytes'
      ? await loadDataset({ ...file, ...content, ...options })
      : { dataset: undefined, diagnostics: [{ file: path, line: 1, message: content.reason }], validRows: 0 }
  if (dataset) {
    const loadedAt = options.now()
    return { category, path, loadedAt, dataset, diagnostics, skippedRows: diagnostics, validRows: 0 }
  }
  const invalid = { diagnostics, validRows }
  return previous?.dataset ? { ...previous, ...invalid } : { category, path, skippedRows: [], ...invalid }
}

/** Loads a dataset. It is undefined when the file is invalid. Its diagnostics are about the rows that it lacks. */
export async function loadDataset({
  revision,
  skipInvalidRows = false,
  ...source
}: SheetSource & LoadOptions & { readonly revision: string }) {
  const { category, title, path } = source
  const builder = createDatasetBuilder({ category, title, path })
  const summary = await readQuestions(source, builder.add)
  const { diagnostics, isReadable } = summary
  const validRows = isReadable ? builder.size() : 0
  const isUsable = diagnostics.length === 0 || (skipInvalidRows && validRows > 0)
  return { dataset: isUsable ? builder.finish(revision, summary) : undefined, diagnostics, validRows }
}

/** Lists the changes between two snapshots, sorted by category. */
function findChanges(before: Snapshot, after: Snapshot): DatasetChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((category) => {
    const status = after.get(category)?.status
    if (status === before.get(category)?.status) return []
    return [{ category, ...(status && { status }) }]
  })
}

function findDataset(snapshot: Snapshot, category: string): Dataset {
  const status = snapshot.get(category)?.status
  if (!status) {
    const known = [...snapshot.keys()]
    const got = `${JSON.stringify(category)}${suggestSimilar(category, known)}`
    const message = `category: expected one of: ${known.join(', ') || 'none'}; got ${got}`
    throw new AppError(QUESTIONS_ERRORS.unknown_category, message)
  }
  if (status.dataset) return status.dataset
  const [first] = status.diagnostics
  const more = status.diagnostics.length > 1 ? ` and ${status.diagnostics.length - 1} more` : ''
  const message = `${first ? formatPublicDiagnostic(first) : category}${more}`
  throw new AppError(QUESTIONS_ERRORS.dataset_unavailable, message)
}
