// Parses a changelog: from text to lines, from lines to blocks, from blocks to sections. Nothing here edits text.
export {
  closes,
  contentIndent,
  isAnchor,
  isItem,
  isThematicBreak,
  readAtxHeading,
  readDefinition,
  readTargets,
  readUnderline,
  withoutTargets,
} from './blocks.ts'
export { type FoundDate, findDate, saysOnlyDate, TIME, withoutDatePlaceholder } from './dates.ts'
export { isCategory } from './dialect.ts'
export { type Entry, readEntries } from './entries.ts'
export { findForeignLine, findFrozenLine, findGeneratedLine } from './foreign.ts'
export { type Definition, type Heading, isAlone, markdownAt, textAt, unescapeVersion } from './line-map.ts'
export { columnsOf, indentOf, isBlank, splitLines, trimEndWhile, trimToLetters } from './lines.ts'
export { findUnreleasedNote } from './outline.ts'
export {
  type Category,
  type ChangelogDocument,
  currentRelease,
  findUnreleased,
  parseChangelog,
  type ReleaseSection,
  releasesNewestFirst,
  type Section,
} from './parse.ts'
export { findPlaceholders, hasContent, isContent, isPlaceholder } from './placeholders.ts'
export { RANGE } from './version-heading.ts'
