// Reads CSV: text → records → cells, and locates each cell in the text.
export { type CsvRecord, type CsvText, readCsv } from './read-csv.ts'
