// Which paths differ from the last release, and the category of each.
export { CATEGORIES, CHANGE_KINDS, Change, type ChangeCategory, type ChangeKind } from './change.ts'
export { type ChangesQuery, listChanges } from './changes.ts'
export { CLASSIFICATION, type ClassificationRow } from './classification.ts'
export { classifyPath } from './classify.ts'
export { type ShareOptions, shareRuns } from './share-runs.ts'
