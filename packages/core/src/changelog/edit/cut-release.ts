// Cuts a release. The version heading is inserted directly below the Unreleased heading. The entries keep their
// position, and an empty Unreleased section remains above.
import {
  type ChangelogDocument,
  currentVersion,
  findUnreleased,
  isContent,
  parseChangelog,
  type Section,
} from '../document/index.ts'
import type { VersionBump } from '../entry.ts'
import { bumpVersion } from '../version.ts'
import { moveLinks } from './links.ts'
import { applySplices, blanks, insertAfter, replaceLines, type Splice } from './splice.ts'
import { countBlanks, namesVersion, plainUnreleasedText, rewriteHeading, versionText } from './style.ts'
import { verifyRelease } from './verify/index.ts'

/** The parameters of a release. `date` is an ISO date in UTC. */
export interface ReleaseOrder {
  readonly bump: VersionBump
  readonly date: string
}

/** A release, or the reason why there is nothing to release. In the second case, `version` is the current version. */
export type ReleaseOutcome =
  | { readonly kind: 'released'; readonly version: string; readonly document: ChangelogDocument }
  | { readonly kind: 'nothing_to_release'; readonly version: string; readonly reason: string }

/**
 * Releases the Unreleased section as a version.
 * @throws AppError `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused` when more
 * than the expected lines would change
 */
export function cutRelease(document: ChangelogDocument, { bump, date }: ReleaseOrder): ReleaseOutcome {
  const current = currentVersion(document)
  const section = findUnreleased(document)
  const refuse = (reason: string) => ({ kind: 'nothing_to_release', version: current, reason }) as const
  if (!section) return refuse('there is no Unreleased heading')
  if (!hasContent(document, section)) return refuse('there is nothing under Unreleased')
  const version = bumpVersion(current, bump)
  const heading = insertVersion(document, section, version, date)
  const splices = [heading, ...moveLinks(document, current, version)]
  const after = parseChangelog(applySplices(document.text, splices))
  verifyRelease({ before: document, after, splices }, version)
  return { kind: 'released', version, document: after }
}

function hasContent({ scan }: ChangelogDocument, { heading, endLine }: Section): boolean {
  for (let line = heading.lastLine + 1; line < endLine; line++) if (isContent(scan, line)) return true
  return false
}

/**
 * Inserts the version heading below the Unreleased heading. An Unreleased heading that names a version is replaced by
 * a plain one.
 */
function insertVersion(
  document: ChangelogDocument,
  { heading }: Section,
  version: string,
  date: string,
): Splice {
  const { text, scan } = document
  const lines = rewriteHeading(document, heading, versionText(document, heading, version, date))
  const gap = blanks(gapAboveVersion(document))
  if (!namesVersion(heading)) return insertAfter(text, scan.lines, heading.lastLine, [...gap, ...lines])
  const plain = rewriteHeading(document, heading, plainUnreleasedText(heading))
  return replaceLines(scan.lines, heading.firstLine, heading.lastLine + 1, [...plain, ...gap, ...lines])
}

/** The number of blank lines between two versions of the file. 1 when there are fewer than two versions. */
function gapAboveVersion(document: ChangelogDocument): number {
  const second = document.sections[1]
  return second ? Math.min(3, countBlanks(document, second.heading.firstLine, -1)) : 1
}
