// Lists the paths that differ from the last release, each with its category.
export { CHANGE_KINDS, Change, type ChangeKind, type ChangesQuery, listChanges } from './changes.ts'
export {
  CATEGORIES,
  type ChangeCategory,
  CLASSIFICATION,
  type ClassificationRow,
  classifyPath,
} from './classification.ts'
