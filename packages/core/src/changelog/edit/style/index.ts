// Derives the style of new lines from the file: bullets, blank lines, headings, and the form of versions and dates.
export { bulletFor, nextBullets } from './bullets.ts'
export { countBlanks, gapAboveCategory, gapBelowCategory, linesBetweenVersions } from './gaps.ts'
export { categoryHeading, plainUnreleasedText, rewriteHeading } from './headings.ts'
export { newestReleases, releasesNewestFirst } from './version-model.ts'
export { isAnchor } from './version-start.ts'
export { type NextVersion, versionLines, versionText } from './version-text.ts'
