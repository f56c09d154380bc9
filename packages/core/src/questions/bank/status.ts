// Computes the status of a category from a scanned file.
import type { Dataset } from '../dataset.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { type LoadResult, openDataset } from '../load-dataset.ts'
import type { Loader } from './load/index.ts'
import { MAX_DATASET_BYTES } from './read-file.ts'
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
  /** Maximum size of a file, in bytes. Default: {@link MAX_DATASET_BYTES}. */
  readonly maxBytes?: number | undefined
}

/**
 * Computes the status after a change: the new dataset, or the previous one with the diagnostics of the file.
 */
export async function computeStatus(
  file: ScannedFile,
  previous: DatasetStatus | undefined,
  options: LoadOptions & { readonly loader: Loader },
  now: () => Date,
): Promise<DatasetStatus> {
  const { category, path, fingerprint } = file
  if (previous?.dataset && fingerprint === fingerprintOf(previous.dataset.path, previous.dataset.revision)) {
    return confirmStatus(previous)
  }
  const loaded = await loadFile(file, options)
  const { diagnostics } = loaded
  if (loaded.kind === 'dataset') {
    if (previous?.dataset && isSameFile(previous.dataset, loaded.dataset)) return confirmStatus(previous)
    return { category, path, loadedAt: now(), dataset: loaded.dataset, diagnostics, skippedRows: diagnostics }
  }
  return previous?.dataset ? { ...previous, diagnostics } : { category, path, diagnostics, skippedRows: [] }
}

/** The status of a file that is again what `dataset` was loaded from. It is the same object when nothing has changed. */
function confirmStatus(status: DatasetStatus): DatasetStatus {
  const { diagnostics, skippedRows } = status
  return diagnostics === skippedRows ? status : { ...status, diagnostics: skippedRows }
}

function isSameFile(a: Dataset, b: Dataset): boolean {
  return a.revision === b.revision && a.path === b.path
}

async function loadFile(
  { category, title, path, content }: ScannedFile,
  { reservedIds, skipInvalidRows, maxBytes = MAX_DATASET_BYTES, loader }: LoadOptions & { loader: Loader },
): Promise<LoadResult> {
  const unreadable = (message: string) =>
    ({ kind: 'invalid', diagnostics: [{ file: path, line: 1, column: 1, message }] }) as const
  if (content.kind === 'unreadable') return unreadable(content.reason)
  if (content.kind === 'unchanged')
    return unreadable('expected the content of a changed file, got the kind "unchanged"')
  const source = content.kind === 'bytes' ? content : ({ ...content, kind: 'file', maxBytes } as const)
  try {
    return openDataset(await loader.load({ category, title, path, source, reservedIds, skipInvalidRows }))
  } catch (error) {
    // A defect that one file reveals must not affect the other datasets.
    const { code, message } = error as NodeJS.ErrnoException
    return unreadable(`expected a file that can be read, got ${code ?? message}`)
  }
}
