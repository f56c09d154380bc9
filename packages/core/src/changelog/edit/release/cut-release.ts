// Creates a release: inserts the version heading directly below the Unreleased heading. The entries keep
// their position. An empty Unreleased section remains above them.
import {
  type ChangelogDocument,
  currentVersion,
  findUnreleased,
  isContent,
  type Section,
} from '../../document/index.ts'
import type { VersionBump } from '../../entry.ts'
import { findUnreleasedCompareLine } from '../compare-line.ts'
import { assertNoConflicts } from '../conflicts.ts'
import { updateLinks } from '../links.ts'
import { applyToDocument } from '../splice.ts'
import { versionText } from '../style/index.ts'
import { assertUnderstood } from '../understood.ts'
import { verifyRelease } from '../verify/index.ts'
import { nextVersion } from './next-version.ts'
import { insertVersion, renameUnreleased } from './release-edit.ts'

/** The parameters of a release. */
export interface ReleaseOptions {
  readonly bump: VersionBump
  /** An ISO date, such as `2026-11-21`. */
  readonly date: string
}

/** A new version, or the current version and the reason why there is nothing to release. */
export type ReleaseOutcome =
  | {
      readonly kind: 'released'
      readonly version: string
      readonly document: ChangelogDocument
    }
  | { readonly kind: 'nothing_to_release'; readonly version: string; readonly reason: string }

/**
 * Releases the Unreleased section as a version.
 * @throws AppError `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused`
 * when the file has conflict markers, or when the edit would change more than the heading and links of the new version
 */
export function cutRelease(document: ChangelogDocument, { bump, date }: ReleaseOptions): ReleaseOutcome {
  assertNoConflicts(document)
  const current = currentVersion(document)
  const section = findUnreleased(document)
  const nothingToRelease = (reason: string) =>
    ({ kind: 'nothing_to_release', version: current, reason }) as const
  if (!section) return nothingToRelease('there is no Unreleased heading')
  if (!hasContent(document, section)) return nothingToRelease('there is nothing under Unreleased')
  assertUnderstood(document, section)
  const version = nextVersion(document, section, bump)
  const next = { version, date }
  const edit = document.isAscending
    ? renameUnreleased(document, section, next)
    : insertVersion(document, section, next)
  const heading = versionText(document, section.heading, next)
  const splices = [...edit.splices, ...updateLinks(document, { current, version, heading })]
  verifyRelease({ before: document, splices }, version, edit.otherLines)
  return { kind: 'released', version, document: applyToDocument(document, splices) }
}

function hasContent(document: ChangelogDocument, section: Section): boolean {
  const link = findUnreleasedCompareLine(document, section)?.line
  for (let line = section.heading.lastLine + 1; line < section.endLine; line++) {
    if (line !== link && line !== section.dateLine?.line && isContent(document.lineMap, line)) return true
  }
  return false
}
