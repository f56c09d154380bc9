// The datasets of a folder. No other folder of this slice touches the disk.
export { openBank, type QuestionBank } from './bank.ts'
export type { DatasetChange } from './debounce.ts'
export { MAX_DATASET_BYTES } from './read-file.ts'
export { type FolderOptions, MAX_DATASETS, scanFolder } from './scan-folder.ts'
export type { ScannedContent, ScannedFile } from './scanned-file.ts'
export type { DatasetStatus } from './status.ts'
