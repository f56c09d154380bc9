// Opens the datasets of a folder and reloads them when files change. No other folder of this slice accesses
// the file system.
export { openBank, type QuestionBank, type ScanStatus } from './bank.ts'
export type { DatasetChange } from './debounce.ts'
export { createWorkerLoader, type Loader, serveLoads } from './load/index.ts'
export { MAX_DATASET_BYTES } from './read-file.ts'
export {
  type FolderOptions,
  type FolderScan,
  MAX_DATASETS,
  scanFile,
  scanFolder,
} from './scan-folder.ts'
export type { ScannedContent, ScannedFile } from './scanned-file.ts'
export type { DatasetStatus } from './status.ts'
