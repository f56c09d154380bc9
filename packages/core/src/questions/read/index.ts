// Reads a dataset file: bytes → records → rows → questions, or diagnostics. It also has the names of columns of other files.
export * from './columns.ts'
export { readRecords, withoutBom } from './csv.ts'
export * from './encoding.ts'
export * from './names.ts'
export { readLiteral, readOptionList } from './option-list.ts'
export * from './place.ts'
export * from './row.ts'
