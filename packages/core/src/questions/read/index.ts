// Reads a dataset file: bytes → text → records → rows → questions, or diagnostics.
export { type ByteSource, CHUNK_BYTES, sourceChangedError, toByteSource } from './byte-source.ts'
export { MAX_DIAGNOSTICS } from './diagnostic-list.ts'
export { readOptionList } from './option-list.ts'
export {
  type LocatedQuestion,
  readQuestions,
  readSheet,
  type Sheet,
  type SheetSource,
} from './read-sheet.ts'
export { MAX_CELL_LENGTH } from './row/index.ts'
