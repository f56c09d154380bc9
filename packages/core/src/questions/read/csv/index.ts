// Reads CSV: chunks of text → records → cells, and locates each cell in its file.
export { createLocator, locateCell, type RecordLocation } from './locate.ts'
export { type CsvRecord, createRecordReader, type RecordReader } from './record-reader.ts'
