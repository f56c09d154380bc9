// What changed in a git repository: base → paths → categories.
export { CATEGORIES, CHANGE_KINDS, Change, type ChangeCategory, type ChangeKind } from './change.ts'
export { type ChangesQuery, listChanges } from './changes.ts'
export { CLASSIFICATION, type ClassificationRow, classifyPath } from './classify.ts'
export { openRepository, type Repository, type RepositoryOptions } from './repository.ts'
export { type RunGit, runGit } from './repository-run.ts'
export { type RunBounds, shareRuns } from './shared-runs.ts'
