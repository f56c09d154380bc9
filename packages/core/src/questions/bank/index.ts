// Opens the datasets of a folder and reloads them when files change.
export { type DatasetChange, openBank, type QuestionBank, type ScanStatus } from './bank.ts'
export {
  type DatasetFile,
  type FolderOptions,
  listFolder,
  MAX_DATASET_BYTES,
  MAX_DATASETS,
  nameFile,
  type ScannedFile,
  scanFile,
} from './folder.ts'
export { type DatasetStatus, type LoadResult, type LoadSource, loadDataset } from './status.ts'
