// Records edits of a changelog in git, in the release modes `commit` and `push`.
export type {
  FoundRequest,
  GitPreview,
  IdempotencyKey,
  Plan,
  Published,
  RecordedEdit,
  VersionControlOptions,
  WorkingFile,
} from './plan.ts'
export type { FileState, Recovery } from './publish.ts'
export {
  openRemoteReleases,
  type RemoteEdit,
  type RemoteReleases,
  type RemoteReleasesOptions,
} from './remote-releases.ts'
export { openVersionControl, type VersionControl } from './version-control.ts'
