// Lists the paths that differ from the last release, each with its category.
export { CATEGORIES, CHANGE_KINDS, Change, type ChangeCategory, type ChangeKind } from './change.ts'
export { type ChangesQuery, listChanges } from './changes.ts'
export { CLASSIFICATION, type ClassificationRow } from './classification.ts'
export { classifyPath } from './classify.ts'
export { type CoalesceOptions, coalesceRuns } from './coalesce-runs.ts'
