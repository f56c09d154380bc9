// Loads a dataset from the bytes of a file. It does not access the file system.
import type { Dataset } from './dataset.ts'
import type { Diagnostic } from './diagnostic.ts'
import { readSheet, type SheetSource } from './read/index.ts'
import { createDataset } from './store/index.ts'

/** How a dataset is loaded. */
export interface LoadSource extends SheetSource {
  /** Leave out invalid rows. By default, one invalid row makes the whole file invalid. */
  readonly skipInvalidRows?: boolean | undefined
}

/** The result of loading a file. Diagnostics are sorted by position. */
export type LoadResult =
  /** `diagnostics` is empty, or has the rows that were left out. */
  | { readonly kind: 'dataset'; readonly dataset: Dataset; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly Diagnostic[] }

/** Loads a dataset. */
export function loadDataset(source: LoadSource): LoadResult {
  const { category, title, path, bytes, skipInvalidRows = false } = source
  const { diagnostics, questions, isReadable, ignoredColumns } = readSheet(source)
  const isUsable = diagnostics.length === 0 || (skipInvalidRows && isReadable && questions.length > 0)
  if (!isUsable) return { kind: 'invalid', diagnostics }
  const content = { category, title, path, bytes, ignoredColumns }
  const dataset = createDataset({ ...content, questions: questions.map(({ question }) => question) })
  return { kind: 'dataset', dataset, diagnostics }
}
