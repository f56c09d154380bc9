// Records changes of the changelog in git: commits, tags and pushes. Not used in the release mode `file`.
export type {
  Change,
  FoundRequest,
  GitPreview,
  Plan,
  Published,
  RecordedRequest,
  WorkingFile,
} from './change.ts'
export type { RemoteOptions, VersionControlOptions } from './options.ts'
export type { FileState, Recovery } from './recover.ts'
export { findTagProblem } from './templates.ts'
export { openVersionControl, type VersionControl } from './version-control.ts'
