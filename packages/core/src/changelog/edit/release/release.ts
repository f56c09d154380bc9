// Creates a release: inserts the version heading directly below the Unreleased heading. The entries keep their position. An
// empty Unreleased section remains above them.
import { quote } from '../../../quote.ts'
import {
  type ChangelogDocument,
  findUnreleased,
  findUnreleasedNote,
  isBlank,
  isContent,
  parseChangelog,
  readTargets,
  type Section,
  textAt,
} from '../../document/index.ts'
import { applySplices, blanks, insertAfter, replaceLines } from '../../splice.ts'
import { verifyRelease } from '../../verify/index.ts'
import { stableOf } from '../../version.ts'
import { linkOfHeading, unreleasedLinkLike } from '../link-forms.ts'
import {
  editCompareLines,
  findUnreleasedCompareLine,
  findUnreleasedDefinition,
  updateLinks,
} from '../links.ts'
import { assertEditable, assertUnderstood } from '../refusals.ts'
import { closingTextStart, countBlanks, lastBodyLine } from '../section-edges.ts'
import {
  gapBelowVersion,
  linesBetweenVersions,
  type NextVersion,
  newestReleases,
  plainUnreleasedText,
  rewriteHeading,
  versionLines,
  versionText,
} from '../style/index.ts'
import { foldPrereleases } from './fold.ts'
import { nextVersion, type VersionChoice } from './next-version.ts'
import { findReleasedMarker, findRemains, templateEnd } from './remains.ts'

/** The parameters of a release. */
export interface ReleaseOptions extends VersionChoice {
  /** Whether the sections of the pre-releases of a stable version become a part of its section. */
  readonly folds?: boolean | undefined
  /** An ISO date, such as `2026-11-21`. With a time of day, as in `2026-11-21T12:30:00Z`, headings that have times have it, too. */
  readonly date: string
  /** The form of the tags, for links of a file that does not show it. The default is `v{version}`. */
  readonly tag?: string | undefined
}

/** A new version, or the current version and the reason why there is nothing to release. */
export type ReleaseOutcome =
  | {
      readonly kind: 'released'
      readonly version: string
      /** What the release could not continue, in sentences. Absent when there is nothing. */
      readonly warnings?: readonly string[]
    }
  | { readonly kind: 'nothing_to_release'; readonly version: string; readonly reason: string }

/**
 * Releases the Unreleased section as a version. The document is the same when there is nothing to release.
 * @throws AppError `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused` when the file has
 * conflict markers, or when the edit would change more than the heading and links of the new version
 */
export function cutRelease(before: ChangelogDocument, options: ReleaseOptions) {
  assertEditable(before)
  const unreleased = findUnreleased(before)
  const nothingToRelease = (reason: string): { document: ChangelogDocument; outcome: ReleaseOutcome } => ({
    document: before,
    outcome: { kind: 'nothing_to_release', version: before.version, reason },
  })
  if (!unreleased) {
    assertUnderstood(before, undefined)
    return nothingToRelease('there is no Unreleased heading')
  }
  const isEmpty = !hasContent(before, unreleased)
  const mayFold = options.folds && before.version !== stableOf(before.version)
  if (isEmpty && !mayFold) return nothingToRelease('there is nothing under Unreleased')
  assertUnderstood(before, unreleased)
  const version = nextVersion(before, unreleased, options)
  const { document, section } = mayFold
    ? foldPrereleases(before, unreleased, version)
    : { document: before, section: unreleased }
  if (isEmpty && document === before) return nothingToRelease('there is nothing under Unreleased')
  const next = { version, date: options.date, tag: options.tag ?? 'v{version}' }
  const links = updateLinks(document, section, next, versionText(document, section.heading, next))
  const edit = document.isAscending
    ? renameUnreleased(document, section, next)
    : insertVersion(document, section, next, links.unreleased)
  const splices = [...edit.splices, ...links.splices]
  const label = findUnreleasedDefinition(document, section)?.label
  verifyRelease({ before: document, splices }, version, edit.otherLines, label)
  const released = parseChangelog(applySplices(document.text, splices))
  const warnings = findLostLinks(document, released, version)
  return {
    document: released,
    outcome: { kind: 'released' as const, version, ...(warnings.length > 0 && { warnings }) },
  }
}

/** Says that the heading of a new version has no link, when that of the newest version has one. */
function findLostLinks(before: ChangelogDocument, after: ChangelogDocument, version: string): string[] {
  const [newest] = newestReleases(before)
  const added = after.releases.find(({ meaning }) => meaning.version === version)
  const link = newest && linkOfHeading(before, newest.heading)
  if (!newest || !link || !added || linkOfHeading(after, added.heading) !== undefined) return []
  const older = newest.meaning.version
  return [`${version} has no link, because the link of ${older} cannot be continued: ${quote(link)}`]
}

function hasContent(document: ChangelogDocument, section: Section): boolean {
  const { heading, endLine, dateLine, categories } = section
  const names = categories.map((one) => one.heading.firstLine)
  const others = [dateLine?.line, findUnreleasedCompareLine(document, section)?.line, ...names]
  const from = templateEnd(document, heading.lastLine + 1)
  const last = lastBodyLine(document, from, endLine)
  const isOwn = (line: number) => line >= from && line <= last && !others.includes(line)
  return document.lines.some((_, line) => isOwn(line) && isContent(document, line))
}

/**
 * Inserts the heading of a version below the Unreleased heading and what stays there.
 * @returns the splices, and the lines besides headings that they add, move or replace
 */
function insertVersion(
  document: ChangelogDocument,
  section: Section,
  next: NextVersion,
  definition: readonly string[],
) {
  const { heading, dateLine } = section
  const remains = findRemains(document, section)
  const marker = findReleasedMarker(document, section)
  const links = editCompareLines(document, section, next)
  const dated = removeDateLine(document, section)
  const start = versionLines(document, section, next)
  const kept = dateLine && !dateLine.date ? dateLine.line : heading.lastLine
  const anchor = Math.max(kept, remains.lastLineAbove, links.anchor)
  const between = marker?.lines ?? linesBetweenVersions(document, anchor === heading.lastLine)
  const above = [...remains.lines, ...links.unreleased, ...definition]
  const gap = countBlanks(document, anchor, 1)
  // The blank lines below the Unreleased heading are those below the heading of the version, or those above it.
  const [wanted, isOnly] = [gapBelowVersion(document) ?? gap, links.below.length === 0]
  const isAboveText = document.kinds[anchor + gap + 1] === 'paragraph'
  const isBare = isOnly && wanted === 0 && !isAboveText && above.length === 0
  const isTight = isBare && gap === between.length && between.every(isBlank)
  const below = blanks(gap > 0 ? 0 : Math.min(1, isOnly ? wanted : Number(isAboveText)))
  const inserted = [...above, ...(isTight ? [] : between), ...start, ...links.below, ...below]
  const plain = headingAfterRelease(document, section, next)
  const removals = [...remains.removals, ...(marker ? [marker.removal] : [])]
  const others = [...removals, ...links.splices, ...dated.splices]
  const moved = [...remains.lines, ...remains.removedLines, ...links.otherLines, ...dated.otherLines]
  return {
    splices: [
      ...(plain ? [replaceLines(document, heading.firstLine, heading.lastLine + 1, plain)] : []),
      insertAfter(document, isTight ? anchor + gap : anchor, inserted),
      ...others,
    ],
    otherLines: [...moved, ...between, ...start],
  }
}

/** Makes the Unreleased heading at the end of an ascending file that of the version, and appends a new one. */
function renameUnreleased(document: ChangelogDocument, section: Section, next: NextVersion) {
  const { heading, endLine } = section
  const start = versionLines(document, section, next)
  const between = linesBetweenVersions(document)
  const unreleased =
    headingAfterRelease(document, section, next) ?? rewriteHeading(document, heading, heading.text)
  const from = heading.lastLine + 1
  const last = lastBodyLine(document, from, closingTextStart(document, from, endLine))
  const dated = removeDateLine(document, section)
  return {
    splices: [
      replaceLines(document, heading.firstLine, heading.lastLine + 1, start),
      insertAfter(document, last, [...between, ...unreleased]),
      ...dated.splices,
    ],
    otherLines: [...between, ...start, ...dated.otherLines],
  }
}

/** The lines of the Unreleased heading after the release, when its planned version or its link changes. */
function headingAfterRelease(document: ChangelogDocument, section: Section, next: NextVersion) {
  const { heading, meaning } = section
  const { version, tag } = next
  // After a pre-release, the version is still planned.
  if (meaning.kind === 'unreleased' && (meaning.planned === version || meaning.planned === null))
    return rewriteHeading(document, heading, plainUnreleasedText(heading))
  const [link] = readTargets(heading.text)
  const target = link && unreleasedLinkLike(document, link, version, tag)
  const text = link && target && heading.text.replace(link, () => target)
  return text ? rewriteHeading(document, heading, text) : undefined
}

/** Removes a note such as `Not released yet.`, or a date, which are no longer true. */
function removeDateLine(document: ChangelogDocument, section: Section) {
  const { heading, meaning, dateLine } = section
  const isPlanned = meaning.kind === 'unreleased' && meaning.planned !== undefined
  const note = isPlanned ? findUnreleasedNote(document, heading) : undefined
  const line = note ?? (dateLine?.date ? dateLine.line : undefined)
  if (line === undefined) return { splices: [], otherLines: [] }
  const [start, end] = [document.lines[heading.lastLine + 1]?.start ?? 0, document.lines[line]?.end ?? 0]
  return { splices: [{ start, end, insert: '' }], otherLines: [textAt(document, line)] }
}
