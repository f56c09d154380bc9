// Loads a dataset from the bytes of a file.
import { revisionOfParts } from '../revision.ts'
import type { Dataset } from './dataset.ts'
import type { Diagnostic } from './diagnostic.ts'
import { readQuestions, type SheetSource, toByteSource } from './read/index.ts'
import { createDataset, createQuestionStore, type DatasetContent } from './store/index.ts'

/** How a dataset is loaded. */
export interface LoadSource extends SheetSource {
  /** Leave out invalid rows. By default, one invalid row makes the whole file invalid. */
  readonly skipInvalidRows?: boolean | undefined
}

/** The content of a file: plain data and typed arrays. Diagnostics are sorted by position. */
export type DatasetFile =
  /** `diagnostics` is empty, or has the rows that were left out. */
  | {
      readonly kind: 'dataset'
      readonly content: DatasetContent
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly Diagnostic[] }

/** The result of loading a file. */
export type LoadResult =
  | { readonly kind: 'dataset'; readonly dataset: Dataset; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly Diagnostic[] }

/** The expected size of questions as JSON, compared to their file. It also has the names of the members. */
const JSON_GROWTH = 1.5

/** Reads a file. Each question is stored when it is read, so only a chunk of the text is in memory. */
export function readDataset(source: LoadSource): DatasetFile {
  const { category, title, path, skipInvalidRows = false } = source
  const bytes = toByteSource(source.bytes)
  const store = createQuestionStore(Math.ceil(bytes.length * JSON_GROWTH))
  const { diagnostics, isReadable, ignoredColumns } = readQuestions({ ...source, bytes }, store)
  const questions = store.finish()
  const isUsable = diagnostics.length === 0 || (skipInvalidRows && isReadable && questions.size > 0)
  if (!isUsable) return { kind: 'invalid', diagnostics }
  const content = {
    category,
    title,
    path,
    revision: revisionOfParts(bytes.chunks()),
    questions,
    ignoredColumns,
  }
  return { kind: 'dataset', content, diagnostics }
}

/** Creates the dataset of a file that was read. */
export function openDataset(file: DatasetFile): LoadResult {
  if (file.kind === 'invalid') return file
  return { kind: 'dataset', dataset: createDataset(file.content), diagnostics: file.diagnostics }
}

/** Loads a dataset. */
export function loadDataset(source: LoadSource): LoadResult {
  return openDataset(readDataset(source))
}
