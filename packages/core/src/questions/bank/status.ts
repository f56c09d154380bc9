// Computes the status of a category from a scanned file. The functions are pure.
import type { Dataset } from '../dataset.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { loadDataset } from '../load-dataset.ts'
import { fingerprintOf, type ScannedFile } from './scanned-file.ts'

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
}

/** Options for loading datasets. */
export interface LoadOptions {
  /** Ids that no question may have, because they are path segments of the API, such as `random`. */
  readonly reservedIds: readonly string[]
  /** Whether a file with invalid rows is served without them. Default: false. */
  readonly skipInvalidRows?: boolean
}

/**
 * Computes the status after a change: the new dataset, or the previous one with the diagnostics of the file.
 */
export function computeStatus(
  file: ScannedFile,
  previous: DatasetStatus | undefined,
  options: LoadOptions,
  now: Date,
): DatasetStatus {
  const { category, path, fingerprint } = file
  if (previous?.dataset && fingerprint === fingerprintOf(previous.dataset.path, previous.dataset.revision)) {
    return { ...previous, diagnostics: previous.skippedRows }
  }
  const loaded = loadFile(file, options)
  const { diagnostics } = loaded
  if (loaded.kind === 'dataset') {
    return { category, path, loadedAt: now, dataset: loaded.dataset, diagnostics, skippedRows: diagnostics }
  }
  return previous?.dataset ? { ...previous, diagnostics } : { category, path, diagnostics, skippedRows: [] }
}

function loadFile(
  { category, title, path, content }: ScannedFile,
  { reservedIds, skipInvalidRows }: LoadOptions,
) {
  const unreadable = (message: string) =>
    ({ kind: 'invalid', diagnostics: [{ file: path, line: 1, column: 1, message }] }) as const
  if (content.kind === 'unreadable') return unreadable(content.reason)
  if (content.kind === 'unchanged')
    return unreadable('expected the content of a changed file, got the kind "unchanged"')
  try {
    return loadDataset({ category, title, path, bytes: content.bytes, reservedIds, skipInvalidRows })
  } catch (error) {
    // A defect that one file reveals must not affect the other datasets.
    return unreadable(`expected a file that can be read, got ${String(error)}`)
  }
}
