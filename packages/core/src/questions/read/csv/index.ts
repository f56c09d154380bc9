// CSV: text → records → cells, and where each cell is.
export { type CsvLimits, type CsvText, readCsv } from './read-csv.ts'
