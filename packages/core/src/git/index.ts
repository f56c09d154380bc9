// Lists what changed in a git repository since the last release, and records changes of the changelog.
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
export {
  type FileState,
  type FoundRequest,
  findTagProblem,
  type GitPreview,
  openVersionControl,
  type Plan,
  type Published,
  type RecordedRequest,
  type Recovery,
  type RemoteOptions,
  type VersionControl,
  type VersionControlOptions,
  type WorkingFile,
} from './commits/index.ts'
export { GIT_ERRORS } from './errors.ts'
export {
  type OpenDialogue,
  openGitDialogue,
  openRepository,
  type Repository,
  type RepositoryOptions,
  type RunGit,
  runGit,
} from './repository/index.ts'
