// Question datasets: file → CSV → checked rows → an immutable Dataset → a cut of it.
export { openBank, type QuestionBank, readSources } from './bank.ts'
export { type CategoryName, readCategory } from './category.ts'
export {
  type AnsweredQuestion,
  type Dataset,
  type DatasetResult,
  type DatasetSource,
  placeQuestions,
  questionAt,
  readDataset,
} from './dataset.ts'
export { decodeList } from './decode.ts'
export type { BankOptions } from './folder.ts'
export { type Rows, rowTextInOrder } from './pieces.ts'
export { formatProblem, type Problem, sortProblems } from './problem.ts'
export { Question } from './question.ts'
export { reviewQuestions } from './review.ts'
export { MAX_CELL_LENGTH } from './row.ts'
export { joinRows, rowText } from './rows.ts'
export { type SelectedRows, type Selection, selectRows } from './select.ts'
export type { DatasetChange } from './settle.ts'
export type { DatasetStatus } from './status.ts'
