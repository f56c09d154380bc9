// CSV: text → records → cells, and where each cell is.
export { type CsvText, readCsv } from './read-csv.ts'
