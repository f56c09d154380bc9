// Validates the cells of a record and converts it to a question.
export { MAX_CELL_LENGTH, MAX_ID_LENGTH } from './check-cells.ts'
export { MAX_OPTIONS } from './options.ts'
export { type Row, type RowContext, readRow } from './read-row.ts'
