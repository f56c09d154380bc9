// Finds and reads the file of a changelog.
export { type ChangelogPath, findRealPath, resolveChangelogPath } from './real-path.ts'
export {
  type ChangelogFile,
  createSnapshots,
  MAX_CHANGELOG_BYTES,
  readChangelogFile,
  revisionOf,
  type Snapshot,
  type Snapshots,
} from './snapshot.ts'
