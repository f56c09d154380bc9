// Creates a release: inserts the version heading directly below the Unreleased heading. The entries keep
// their position. An empty Unreleased section remains above them.

import { quote } from '../../quote.ts'
import {
  type ChangelogDocument,
  currentSection,
  currentVersion,
  findUnreleased,
  isContent,
  parseChangelog,
  type Section,
} from '../document/index.ts'
import type { VersionBump } from '../entry.ts'
import { bumpVersion } from '../version.ts'
import { updateLinks } from './links.ts'
import { applySplices, blanks, insertAfter, replaceLines, type Splice } from './splice.ts'
import { gapAboveVersion, plainUnreleasedText, rewriteHeading, versionText } from './style.ts'
import { assertUnderstood, refusal } from './understood.ts'
import { verifyRelease } from './verify/index.ts'

/** The parameters of a release. */
export interface ReleaseOptions {
  readonly bump: VersionBump
  /** An ISO date, such as `2026-11-21`. */
  readonly date: string
}

/** A new version, or the current version and the reason why there is nothing to release. */
export type ReleaseOutcome =
  | { readonly kind: 'released'; readonly version: string; readonly document: ChangelogDocument }
  | { readonly kind: 'nothing_to_release'; readonly version: string; readonly reason: string }

/**
 * Releases the Unreleased section as a version.
 * @throws AppError `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused`
 * when the edit would change more than the heading and links of the new version
 */
export function cutRelease(document: ChangelogDocument, { bump, date }: ReleaseOptions): ReleaseOutcome {
  const current = currentVersion(document)
  const section = findUnreleased(document)
  const nothingToRelease = (reason: string) =>
    ({ kind: 'nothing_to_release', version: current, reason }) as const
  if (!section) return nothingToRelease('there is no Unreleased heading')
  if (!hasContent(document, section)) return nothingToRelease('there is nothing under Unreleased')
  assertUnderstood(document, section)
  const version = nextVersion(document, section, current, bump)
  const heading = insertVersion(document, section, version, date)
  const splices = [heading, ...updateLinks(document, current, version)]
  verifyRelease({ before: document, splices }, version)
  return { kind: 'released', version, document: parseChangelog(applySplices(document.text, splices)) }
}

/** @throws AppError `changelog/edit_refused` when the version does not follow from the file */
function nextVersion(
  document: ChangelogDocument,
  { heading, meaning }: Section,
  current: string,
  bump: VersionBump,
): string {
  const newest = currentSection(document)
  if (newest?.meaning.kind === 'release' && !newest.meaning.isSemVer) {
    throw refusal(newest.heading.firstLine, `a SemVer version as the highest one, got ${quote(current)}`)
  }
  const version = bumpVersion(current, bump)
  const planned = meaning.kind === 'unreleased' ? meaning.planned : undefined
  if (planned === undefined || planned === version) return version
  throw refusal(
    heading.firstLine,
    `the planned version ${quote(planned)} to be the next ${bump} version, got ${quote(version)}`,
  )
}

function hasContent({ lineMap }: ChangelogDocument, { heading, endLine }: Section): boolean {
  for (let line = heading.lastLine + 1; line < endLine; line++) if (isContent(lineMap, line)) return true
  return false
}

/**
 * Returns the splice that inserts the version heading below the Unreleased heading. An Unreleased heading
 * that contains a version is replaced by one without.
 */
function insertVersion(
  document: ChangelogDocument,
  { heading, meaning }: Section,
  version: string,
  date: string,
): Splice {
  const { text, lineMap } = document
  const lines = rewriteHeading(document, heading, versionText(document, heading, version, date))
  const gap = blanks(gapAboveVersion(document))
  if (meaning.kind !== 'unreleased' || meaning.planned === undefined)
    return insertAfter(text, lineMap.lines, heading.lastLine, [...gap, ...lines])
  const plain = rewriteHeading(document, heading, plainUnreleasedText(heading))
  return replaceLines(lineMap.lines, heading.firstLine, heading.lastLine + 1, [...plain, ...gap, ...lines])
}
