// Imports questions of other tools: a file → questions → the CSV of a dataset.
export { countKnownColumns } from './columns.ts'
export { runImport } from './command.ts'
export { ImportError } from './import-error.ts'
export { type ImportOptions, type ImportResult, importQuestions } from './import-questions.ts'
