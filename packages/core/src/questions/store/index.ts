// Stores the questions of a dataset in memory.
export { createDataset, type DatasetContent } from './memory-dataset.ts'
export { mixDatasets } from './mix-datasets.ts'
