// Lists what changed in a git repository since the last release: base → changed paths → categories.
export {
  CATEGORIES,
  CHANGE_KINDS,
  Change,
  type ChangeCategory,
  type ChangeKind,
  type ChangesQuery,
  CLASSIFICATION,
  type ClassificationRow,
  type CoalesceOptions,
  classifyPath,
  coalesceRuns,
  listChanges,
} from './changes/index.ts'
export { GIT_ERRORS } from './errors.ts'
export {
  openRepository,
  type Repository,
  type RepositoryOptions,
  type RunGit,
  runGit,
} from './repository/index.ts'
