// Stores the questions of a dataset in memory, and selects from them.
export { createDataset, type DatasetContent } from './memory-dataset.ts'
export { mixDatasets } from './mix-datasets.ts'
export { createQuestionStore, moveIntoBuffers, type StoredQuestions } from './stored-questions.ts'
