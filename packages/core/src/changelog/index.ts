// Changelogs: text → sections → a splice into the text → the same text read again.
export {
  CHANGE_TYPES,
  ChangelogEntry,
  type ChangeType,
  type NewEntry,
  Release,
  VERSION_BUMPS,
  type VersionBump,
} from './changelog.ts'
export { MAX_DESCRIPTION_LENGTH } from './description.ts'
export { type ChangelogFile, openChangelogFile } from './file.ts'
export type { ChangelogContent } from './file-content.ts'
export type { FileSystem } from './file-read.ts'
export { isWritersOwn } from './file-replace.ts'
export {
  type ChangelogParts,
  currentVersionHeading,
  findRelease,
  type History,
  readHistory,
  readParts,
  type Unreleased,
  type VersionPart,
} from './history.ts'
export { cutRelease, type ReleaseOrder, type ReleaseOutcome } from './release.ts'
export { addEntries } from './update.ts'
