// Manages question datasets. A file is read into questions, a dataset stores them, and a bank has all
// datasets.

export { quote } from '../quote.ts'
export {
  createWorkerLoader,
  type DatasetChange,
  type DatasetStatus,
  type FolderOptions,
  MAX_DATASET_BYTES,
  MAX_DATASETS,
  openBank,
  type QuestionBank,
  type ScannedFile,
  type ScanStatus,
  scanFile,
  scanFolder,
  serveLoads,
} from './bank/index.ts'
export { type CategoryName, readCategoryName } from './category-name.ts'
export type { Dataset, FacetCounts, Matches, QuestionSource } from './dataset.ts'
export { type Diagnostic, formatDiagnostic, sortDiagnostics } from './diagnostic.ts'
export { QUESTIONS_ERRORS } from './errors.ts'
export { FACET_NAMES, FACETS, type FacetName, type PerFacet, perFacet } from './facets.ts'
export { type LoadResult, type LoadSource, loadDataset } from './load-dataset.ts'
export { type AnsweredQuestion, Question } from './question.ts'
export {
  type LocatedQuestion,
  MAX_CELL_LENGTH,
  readOptionList,
  readSheet,
  type Sheet,
  type SheetSource,
} from './read/index.ts'
export { isSameAnswer } from './same-answer.ts'
export type { Filters, Order, Page, Selection, View } from './selection.ts'
export { mixDatasets } from './store/index.ts'
