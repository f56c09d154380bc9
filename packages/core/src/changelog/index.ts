// Parses a changelog into a document, edits documents, and stores them in transactions.
export { deriveBump } from './derive-bump.ts'
export {
  type ChangelogDocument,
  parseChangelog,
} from './document/index.ts'
export {
  addEntries,
  escapeMarkdown,
  MAX_DESCRIPTION_LENGTH,
  type ReleaseOptions,
  type ReleaseOutcome,
} from './edit/index.ts'
export {
  CHANGE_TYPES,
  ChangelogEntry,
  type ChangeType,
  type NewEntry,
  Release,
  VERSION_BUMPS,
  type VersionBump,
} from './entry.ts'
export { CHANGELOG_ERRORS } from './errors.ts'
export { assertReadable, findVersion, readHistory } from './history.ts'
export { hasNewEntry } from './new-entries.ts'
export {
  type ChangelogStore,
  type ChangelogStoreOptions,
  type Committed,
  createRemoteReleaser,
  createStoreFileCheck,
  type FileSystem,
  type IdempotencyKey,
  type OutcomeOf,
  openChangelogStore,
  type RemoteOutcome,
  type Snapshot,
  type Transaction,
} from './store/index.ts'
export { unifiedDiff } from './unified-diff.ts'
