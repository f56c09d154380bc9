// Reads a dataset file: bytes → records → rows → questions, or diagnostics.
export { readOptionList } from './option-list.ts'
export { areOfKind, type Place, readPlace, selectsOption } from './place.ts'
export { checkQuestion, MAX_CELL_LENGTH } from './row.ts'
export { type LocatedQuestion, readQuestions, readSheet, type Sheet, type SheetSource } from './sheet.ts'
