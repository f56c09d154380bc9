// Changelogs: a file is read into a document, edited as a document, and stored by transactions.
export {
  type ChangelogDocument,
  currentVersionHeading,
  parseChangelog,
} from './document/index.ts'
export {
  addEntries,
  cutRelease,
  MAX_DESCRIPTION_LENGTH,
  type ReleaseOrder,
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
export {
  findRelease,
  type History,
  readHistory,
  readParts,
  type Unreleased,
  type VersionPart,
} from './history.ts'
export {
  type ChangelogStore,
  type Committed,
  type FileSystem,
  isOwnFile,
  openChangelogStore,
  type Snapshot,
  type Transaction,
} from './store/index.ts'
