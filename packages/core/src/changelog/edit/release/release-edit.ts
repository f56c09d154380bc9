// Creates the splices of a release: the heading of the version, and what changes around it.
import { type ChangelogDocument, currentVersion, type Section } from '../../document/index.ts'
import { endsAtVersion, formatCompareLink, readCompareLink, tagLike } from '../compare-link.ts'
import { closingTextStart, lastBodyLine } from '../section-footer.ts'
import { insertAfter, replaceLines, type Splice } from '../splice.ts'
import {
  linesBetweenVersions,
  type NextVersion,
  newestReleases,
  plainUnreleasedText,
  rewriteHeading,
  versionLines,
} from '../style/index.ts'
import { editCompareLines } from './compare-line-edit.ts'
import { findReleasedMarker } from './released-marker.ts'
import { findTemplates } from './template-categories.ts'

/** The splices of a release, and the lines besides headings that they add, move or replace. */
export interface ReleaseEdit {
  readonly splices: readonly Splice[]
  readonly otherLines: readonly string[]
}

/** Inserts the heading of a version below the Unreleased heading and what stays there. */
export function insertVersion(document: ChangelogDocument, section: Section, next: NextVersion): ReleaseEdit {
  const { text, lineMap } = document
  const { heading, dateLine } = section
  const templates = findTemplates(document, section)
  const marker = findReleasedMarker(document, section)
  const between = marker?.lines ?? linesBetweenVersions(document)
  const links = editCompareLines(document, section, next)
  const kept = dateLine && !dateLine.date ? dateLine.line : heading.lastLine
  const anchor = Math.max(kept, templates.lastLineAbove, links.anchor ?? 0)
  const start = versionLines(document, section, next)
  const inserted = [...templates.lines, ...links.unreleased, ...between, ...start, ...links.below]
  const plain = headingAfterRelease(document, section, next)
  const edits = [
    ...(plain ? [replaceLines(lineMap.lines, heading.firstLine, heading.lastLine + 1, plain)] : []),
    insertAfter(text, lineMap.lines, anchor, inserted),
  ]
  const dated = editDateLine(document, section, next)
  return {
    splices: [
      ...edits,
      ...templates.removals,
      ...links.splices,
      ...dated.splices,
      ...(marker ? [marker.removal] : []),
    ],
    otherLines: [...templates.lines, ...between, ...start, ...links.otherLines, ...dated.otherLines],
  }
}

/** Makes the Unreleased heading at the end of an ascending file that of the version, and appends a new one. */
export function renameUnreleased(
  document: ChangelogDocument,
  section: Section,
  next: NextVersion,
): ReleaseEdit {
  const { text, lineMap } = document
  const { heading, endLine } = section
  const start = versionLines(document, section, next)
  const between = linesBetweenVersions(document)
  const unreleased =
    headingAfterRelease(document, section, next) ?? rewriteHeading(document, heading, heading.text)
  const from = heading.lastLine + 1
  const last = lastBodyLine(document, from, closingTextStart(document, from, endLine))
  const dated = editDateLine(document, section, next)
  return {
    splices: [
      replaceLines(lineMap.lines, heading.firstLine, heading.lastLine + 1, start),
      insertAfter(text, lineMap.lines, last, [...between, ...unreleased]),
      ...dated.splices,
    ],
    otherLines: [...between, ...start, ...dated.otherLines],
  }
}

/**
 * The lines of the Unreleased heading after the release, when they change: without a planned version, and with a link that
 * starts from the new version.
 */
function headingAfterRelease(
  document: ChangelogDocument,
  { heading, meaning }: Section,
  { version }: NextVersion,
): string[] | undefined {
  if (meaning.kind === 'unreleased' && meaning.planned !== undefined)
    return rewriteHeading(document, heading, plainUnreleasedText(heading))
  const link = /\]\(([^()\s]*)\)/.exec(heading.text)?.[1]
  const compare = link && readCompareLink(link)
  if (!link || !compare || endsAtVersion(compare)) return undefined
  const base = tagLike(compare.base, version, currentVersion(document))
  const text = heading.text.replace(link, () => formatCompareLink(compare, base, compare.head))
  return rewriteHeading(document, heading, text)
}

/**
 * Removes a date that stands below the Unreleased heading, when the versions have such dates. Otherwise, replaces it by that of
 * the version.
 */
function editDateLine(document: ChangelogDocument, section: Section, { date }: NextVersion): ReleaseEdit {
  const { heading, dateLine } = section
  if (!dateLine?.date) return { splices: [], otherLines: [] }
  const { lines } = document.lineMap
  const { line, date: found } = dateLine
  const { text, end } = lines[line] as { text: string; end: number }
  if (newestReleases(document).some((release) => release.dateLine?.date)) {
    const { start } = lines[heading.lastLine + 1] as { start: number }
    return { splices: [{ start, end, insert: '' }], otherLines: [text] }
  }
  const changed = text.replace(found.text, () => found.write(date))
  return { splices: [replaceLines(lines, line, line + 1, [changed])], otherLines: [text, changed] }
}
