// Opens the datasets of a folder and reloads them when files change.
export { type DatasetChange, type DatasetStatus, loadDataset, openBank, type QuestionBank } from './bank.ts'
export { listFolder, nameFile, type ScannedFile, scanFile } from './folder.ts'
