// Lists the paths that differ from the last release, each with its category.
export { CATEGORIES, CHANGE_KINDS, Change, type ChangeCategory, type ChangeKind } from './change.ts'
export { type ChangesQuery, listChanges } from './changes.ts'
export { CLASSIFICATION, type ClassificationRow, classifyPath } from './classification.ts'
