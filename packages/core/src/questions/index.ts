// Manages question datasets. A file is read into questions, a dataset keeps them, and a bank has all
// datasets.

export { count, quote } from '../quote.ts'
export * from './bank/index.ts'
export { type CategoryName, isImportable, readCategoryName, readImportedName } from './category-name.ts'
export { createDatasetBuilder, type Dataset, type Filters } from './dataset.ts'
export {
  type Diagnostic,
  formatDiagnostic,
  formatFault,
  formatPublicDiagnostic,
  sortDiagnostics,
} from './diagnostic.ts'
export { QUESTIONS_ERRORS } from './errors.ts'
export { FACET_NAMES, FACETS, MAX_FACET_LENGTH, perFacet } from './facets.ts'
export { mixDatasets, type QuestionSource, renderQuestions, sourceOf } from './page.ts'
export { type AnsweredQuestion, isSameAnswer, Question } from './question.ts'
export {
  ALPHABETS,
  countKnownColumns,
  findTarget,
  foldCase,
  foldName,
  isNameOf,
  MAX_CELL_LENGTH,
  readLiteral,
  readPlace,
  TARGETS,
  type Target,
} from './read/index.ts'
export { type LocatedQuestion, readSheet, type Sheet } from './sheet.ts'
export { readQuestion, toUtf8, type View } from './stored-question.ts'
export { createSuspicionFinder, describePublicly } from './suspicions.ts'
export * from './understand/index.ts'
