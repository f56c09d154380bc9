// Understands tables of other tools: named columns → records → questions, each with a correct answer that is certain, or a reason.
export type { AnswerSettings } from './answer-rules.ts'
export { readCell } from './cells.ts'
export type { CleanQuestion } from './clean-question.ts'
export { type ColumnMap, mapColumns } from './columns.ts'
export { type CsvTable, readCsvTable } from './csv-table.ts'
export { ImportError, LeftOutError } from './errors.ts'
export type { TableRecord } from './records.ts'
export { readTable, type Table, type TableSettings, type TableSummary } from './table.ts'
