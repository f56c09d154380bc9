// Cuts a release: a version's heading goes in right below the Unreleased heading, so that what was unreleased
// stands under it unmoved, and a fresh empty Unreleased stays above.
import type { VersionBump } from './changelog.ts'
import { moveLinks } from './links.ts'
import { isContent, type ParsedChangelog, parseChangelog } from './parse.ts'
import { applySplices, insertAfter, replaceLines } from './splice.ts'
import { countBlanks, namesVersion, rewriteHeading, versionText } from './style.ts'
import { findUnreleased } from './unreleased.ts'
import { verifyRelease } from './verify.ts'
import { bumpVersion, highestVersion } from './version.ts'

/** What a release is made of; `date` is an ISO date in UTC. */
export interface ReleaseOrder {
  readonly bump: VersionBump
  readonly date: string
}

/** A release made, or the reason why there is nothing to release; `version` is then the current one. */
export type ReleaseOutcome =
  | { readonly released: true; readonly version: string; readonly text: string }
  | { readonly released: false; readonly version: string; readonly reason: string }

/**
 * Turns Unreleased into a version.
 * @throws CoreError `ambiguous_changelog` when there are two Unreleased headings, `changelog_edit_refused` when the
 * new text would read differently than expected
 */
export function cutRelease(text: string, { bump, date }: ReleaseOrder): ReleaseOutcome {
  const parsed = parseChangelog(text)
  const current = currentVersion(parsed)
  const section = findUnreleased(parsed)
  if (!section) return { released: false, version: current, reason: 'there is no Unreleased heading' }
  const lines = Array.from(
    { length: section.endLine - section.heading.lastLine - 1 },
    (_, i) => section.heading.lastLine + 1 + i,
  )
  if (!lines.some((line) => isContent(parsed.scan, line))) {
    return { released: false, version: current, reason: 'there is nothing under Unreleased' }
  }
  const version = bumpVersion(current, bump)
  const heading = rewriteHeading(parsed, section.heading, versionText(parsed, section.heading, version, date))
  const gap = new Array<string>(gapAboveVersion(parsed)).fill('')
  const inserted = [...gap, ...heading]
  const { firstLine, lastLine } = section.heading
  const fresh = rewriteHeading(
    parsed,
    section.heading,
    section.heading.text.startsWith('[') ? '[Unreleased]' : 'Unreleased',
  )
  const splice = namesVersion(section.heading)
    ? replaceLines(parsed.scan.lines, firstLine, lastLine + 1, [...fresh, ...inserted])
    : insertAfter(text, parsed.scan.lines, lastLine, inserted)
  const after = parseChangelog(applySplices(text, [splice, ...moveLinks(parsed, current, version)]))
  verifyRelease(parsed, after, version)
  return { released: true, version, text: after.text }
}

/** The highest released version, `0.0.0` where there is none. */
export function currentVersion({ sections }: ParsedChangelog): string {
  return highestVersion(
    sections.flatMap(({ meaning }) => (meaning.kind === 'release' ? [meaning.version] : [])),
  )
}

/** The blank lines between two versions, as the file has them; 1 where there are no two. */
function gapAboveVersion(parsed: ParsedChangelog): number {
  const second = parsed.sections[1]
  return second ? Math.min(3, countBlanks(parsed, second.heading.firstLine, -1)) : 1
}
