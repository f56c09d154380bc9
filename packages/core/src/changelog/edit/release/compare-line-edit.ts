// Edits the lines with compare links below the headings of versions, such as `[Full Changelog](…)`.
import { type ChangelogDocument, currentVersion, type Section } from '../../document/index.ts'
import { compareLineFor, findUnreleasedCompareLine, withRange } from '../compare-line.ts'
import { tagLike } from '../compare-link.ts'
import { lastBodyLine } from '../section-footer.ts'
import { blanks, insertAfter, replaceLines } from '../splice.ts'
import type { NextVersion } from '../style/index.ts'
import type { ReleaseEdit } from './release-edit.ts'

/** The lines with compare links of Unreleased and of the new version. */
export interface CompareLines extends ReleaseEdit {
  /** The lines of the Unreleased section, with the blank line above them. */
  readonly unreleased: readonly string[]
  /** The lines below the heading of the version. */
  readonly below: readonly string[]
  /** The index of the line of Unreleased that the version is inserted below. */
  readonly anchor: number | undefined
}

/** Moves the compare line of Unreleased on, and writes that of the new version. */
export function editCompareLines(
  document: ChangelogDocument,
  section: Section,
  { version }: NextVersion,
): CompareLines {
  const { text, lineMap } = document
  const current = currentVersion(document)
  const own = findUnreleasedCompareLine(document, section)
  const derived = compareLineFor(document, current, version)
  if (!own && !derived) return { splices: [], otherLines: [], unreleased: [], below: [], anchor: undefined }
  const tag = own && tagLike(own.link.base, version, current)
  const ownText = own && tag ? withRange(own, tag, own.link.head) : ''
  const versionLine = derived?.text ?? (own && tag ? withRange(own, own.link.base, tag) : '')
  const position = derived?.position ?? own?.position
  const otherLines = [ownText, versionLine, own?.text ?? '']
  const below = position === 'first' ? [...blanks(derived?.gap ?? 1), versionLine] : []
  if (!own) {
    const last = lastBodyLine(document, section.heading.lastLine + 1, section.endLine)
    const splices = position === 'last' ? [insertAfter(text, lineMap.lines, last, ['', versionLine])] : []
    return { splices, otherLines, unreleased: [], below, anchor: undefined }
  }
  if (position === 'first') {
    const splices = [replaceLines(lineMap.lines, own.line, own.line + 1, [ownText])]
    return { splices, otherLines, unreleased: [], below, anchor: own.line }
  }
  // The line at the end of Unreleased becomes that of the version.
  const splices = [replaceLines(lineMap.lines, own.line, own.line + 1, [versionLine])]
  return { splices, otherLines, unreleased: ['', ownText], below: [], anchor: undefined }
}
