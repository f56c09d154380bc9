// Derives the style of new lines from the file: bullets, blank lines, headings, and the form of versions and dates.
export { bulletFor, formatItem, nextBullets } from './bullets.ts'
export {
  gapAboveCategory,
  gapBelowCategory,
  gapBelowVersion,
  hasSpacedEntries,
  linesBetweenVersions,
} from './gaps.ts'
export { categoryHeading, plainUnreleasedText, rewriteHeading } from './headings.ts'
export { type NextVersion, newestReleases, versionLines, versionText } from './versions.ts'
