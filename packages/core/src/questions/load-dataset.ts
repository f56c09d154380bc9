// Loads a dataset from the bytes of a file. It does not access the file system.
import type { Dataset } from './dataset.ts'
import type { Diagnostic } from './diagnostic.ts'
import { readSheet, type SheetSource } from './read/index.ts'
import { createDataset } from './store/index.ts'

/** A dataset, or the diagnostics of an invalid file, sorted by position. */
export type LoadResult =
  | { readonly kind: 'dataset'; readonly dataset: Dataset }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly Diagnostic[] }

/** Loads a dataset. One diagnostic makes the whole file invalid. */
export function loadDataset(source: SheetSource): LoadResult {
  const { diagnostics, questions, ignoredColumns } = readSheet(source)
  if (diagnostics.length > 0) return { kind: 'invalid', diagnostics }
  const { category, title, path, bytes } = source
  const content = { category, title, path, bytes, ignoredColumns }
  return {
    kind: 'dataset',
    dataset: createDataset({ ...content, questions: questions.map(({ question }) => question) }),
  }
}
