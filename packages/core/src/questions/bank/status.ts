// The status of one category, and its next status after a scan found another content. Pure.
import type { Dataset } from '../dataset.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { loadDataset } from '../load-dataset.ts'
import { fingerprintOf, type ScannedFile } from './scanned-file.ts'

/** The status of a category. With diagnostics, `dataset` is the last good revision, and absent when there was none. */
export interface DatasetStatus {
  readonly category: string
  /** The file of `dataset`, or the file that cannot be read. */
  readonly path: string
  /** When `dataset` was loaded, or when the file first could not be read. */
  readonly loadedAt: Date
  /** The last good revision. */
  readonly dataset?: Dataset
  /** The diagnostics of the current file; empty when `dataset` is its content. */
  readonly diagnostics: readonly Diagnostic[]
}

/** How datasets are loaded. */
export interface LoadOptions {
  /** Ids that are literal path segments of operations, such as `random`. No question may have one of them. */
  readonly reservedIds: readonly string[]
}

/** The next status: a new dataset, or the last good one with the diagnostics of the scanned file. */
export function nextStatus(
  file: ScannedFile,
  before: DatasetStatus | undefined,
  options: LoadOptions,
  now: Date,
): DatasetStatus {
  const { category, path, fingerprint } = file
  if (before?.dataset && fingerprint === fingerprintOf(before.dataset.path, before.dataset.revision)) {
    return { ...before, diagnostics: [] }
  }
  const loaded = loadFile(file, options)
  if (loaded.kind === 'dataset') {
    return { category, path, loadedAt: now, dataset: loaded.dataset, diagnostics: [] }
  }
  const { diagnostics } = loaded
  return before?.dataset ? { ...before, diagnostics } : { category, path, loadedAt: now, diagnostics }
}

function loadFile({ category, title, path, content }: ScannedFile, { reservedIds }: LoadOptions) {
  const unreadable = (message: string) =>
    ({ kind: 'invalid', diagnostics: [{ file: path, line: 1, column: 1, message }] }) as const
  if (content.kind === 'unreadable') return unreadable(content.reason)
  if (content.kind === 'unchanged') return unreadable('expected the content of a file that changed, got none')
  try {
    return loadDataset({ category, title, path, bytes: content.bytes, reservedIds })
  } catch (error) {
    // An unexpected error in one file must not affect the other datasets.
    return unreadable(`expected a file that can be read, got ${String(error)}`)
  }
}
