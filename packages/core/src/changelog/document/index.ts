// Reads a changelog: text → lines → blocks → sections. This folder never writes.
export { isItem, isRule, readAtxHeading, readDefinition, readUnderline } from './blocks.ts'
export { currentVersion, currentVersionHeading } from './current-version.ts'
export { columnsOf, isBlank, type Line, splitLines } from './lines.ts'
export {
  type Category,
  type ChangelogDocument,
  isContent,
  isPlaceholder,
  parseChangelog,
  readEntries,
  type Section,
} from './parse.ts'
export { type Heading, type Scan, scan } from './scan.ts'
export { trimEndWhile, trimToLetters } from './trim.ts'
export { findUnreleased } from './unreleased-section.ts'
export { type HeadingMeaning, readHeading } from './version-heading.ts'
