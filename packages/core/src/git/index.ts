// Lists what changed in a git repository since the last release, and records edits of the changelog.
export {
  CATEGORIES,
  CHANGE_KINDS,
  Change,
  type ChangeCategory,
  type ChangeKind,
  type ChangesQuery,
  CLASSIFICATION,
  type ClassificationRow,
  classifyPath,
  listChanges,
} from './changes/index.ts'
export { GIT_ERRORS } from './errors.ts'
export {
  type FileState,
  type FoundRequest,
  findTagProblem,
  type GitPreview,
  openVersionControl,
  type Plan,
  type Published,
  type Recovery,
  type VersionControl,
  type VersionControlOptions,
  type WorkingFile,
} from './release-modes/index.ts'
export {
  type OpenDialogue,
  openRepository,
  type Repository,
  type RepositoryOptions,
  type RunGit,
  runGit,
} from './repository.ts'
export { openGitDialogue } from './write.ts'
