// Question datasets: file → CSV → checked rows → an immutable Dataset → a cut of it.
export { type BankOptions, type DatasetStatus, openBank, type QuestionBank } from './bank.ts'
export { type CategoryName, readCategory } from './category.ts'
export {
  type AnsweredQuestion,
  type Dataset,
  type DatasetResult,
  type DatasetSource,
  questionAt,
  readDataset,
} from './dataset.ts'
export { decodeList } from './decode.ts'
export { formatProblem, type Problem } from './problem.ts'
export { Question } from './question.ts'
export { joinRows, type PackedRows } from './rows.ts'
export { type SelectedRows, type Selection, selectRows, shuffleOptions } from './select.ts'
