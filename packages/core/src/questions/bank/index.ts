// Opens the datasets of a folder and reloads them when files change.
export { type DatasetChange, type DatasetStatus, loadDataset, openBank, type QuestionBank } from './bank.ts'
export { listFolder, MAX_DATASET_BYTES, nameFile, type ScannedFile, scanFile } from './folder.ts'
