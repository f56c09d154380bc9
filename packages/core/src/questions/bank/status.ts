// Computes the status of a category from a scanned file.
import { createDatasetBuilder, type Dataset } from '../dataset.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { readQuestions, type SheetSource } from '../read/index.ts'
import { fingerprintOf, type ScannedFile } from './folder.ts'

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
export async function computeStatus(
  file: ScannedFile,
  previous: DatasetStatus | undefined,
  options: LoadOptions & { readonly now: () => Date },
): Promise<DatasetStatus> {
  const { category, path, content, fingerprint } = file
  if (previous?.dataset && fingerprint === fingerprintOf(previous.dataset.path, previous.dataset.revision)) {
    // The file is again what the dataset was loaded from.
    return { ...previous, diagnostics: previous.skippedRows }
  }
  const { dataset, diagnostics } =
    content.kind === 'bytes'
      ? await loadDataset({ ...file, ...content, ...options })
      : { dataset: undefined, diagnostics: [{ file: path, line: 1, message: describeContent(content) }] }
  if (dataset)
    return { category, path, loadedAt: options.now(), dataset, diagnostics, skippedRows: diagnostics }
  return previous?.dataset ? { ...previous, diagnostics } : { category, path, diagnostics, skippedRows: [] }
}

function describeContent(content: Exclude<ScannedFile['content'], { kind: 'bytes' }>): string {
  return content.kind === 'unreadable' ? content.reason : 'expected the content of a changed file, got none'
}

/** A file to load. */
export interface LoadSource extends SheetSource, LoadOptions {
  /** The revision of the bytes. */
  readonly revision: string
}

/** The result of loading a file. The diagnostics of a dataset are about the rows that it lacks. */
export interface LoadResult {
  /** Undefined when the file is invalid. */
  readonly dataset: Dataset | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** Loads a dataset from the bytes of a file. Each question is stored when it is read. */
export async function loadDataset({
  revision,
  skipInvalidRows = false,
  ...source
}: LoadSource): Promise<LoadResult> {
  const { category, title, path } = source
  const builder = createDatasetBuilder({ category, title, path })
  const { diagnostics, isReadable, ignoredColumns } = await readQuestions(source, builder.add)
  const isUsable = diagnostics.length === 0 || (skipInvalidRows && isReadable && builder.size() > 0)
  return { dataset: isUsable ? builder.finish(revision, ignoredColumns) : undefined, diagnostics }
}
