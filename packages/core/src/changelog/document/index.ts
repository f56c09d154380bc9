// Parses a changelog: from text to lines, from lines to blocks, from blocks to sections. Nothing here edits
// text.
export {
  isItem,
  isThematicBreak,
  readAtxHeading,
  readDefinition,
  readUnderline,
} from './blocks.ts'
export { currentSection, currentVersion, currentVersionHeading } from './current-version.ts'
export { saysOnlyDate } from './date-line.ts'
export { type FoundDate, findDate, TIME } from './dates.ts'
export { type Entry, isContent, isPlaceholder, isTemplate, readEntries } from './entries.ts'
export { type Heading, type LineMap, mapLines } from './line-map.ts'
export { columnsOf, indentOf, isBlank, type Line, splitLines } from './lines.ts'
export {
  type Category,
  type ChangelogDocument,
  parseChangelog,
  reparseChangelog,
  type Section,
} from './parse.ts'
export { trimEndWhile, trimToLetters } from './trim.ts'
export { findUnreleased } from './unreleased-section.ts'
