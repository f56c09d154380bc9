// Keeps a comment such as `<!-- Released section -->` between Unreleased and the released versions.
import type { ChangelogDocument, Section } from '../../document/index.ts'
import { readMarker } from '../markers.ts'
import { blanks, type Splice } from '../splice.ts'
import { countBlanks } from '../style/index.ts'

/** A marker at the end of the Unreleased section. */
export interface ReleasedMarker {
  /** Its line, with the blank lines around it. */
  readonly lines: readonly string[]
  /** The splice that removes it from where it is. */
  readonly removal: Splice
}

/** Finds the marker between the Unreleased section and the newest version. */
export function findReleasedMarker(
  document: ChangelogDocument,
  section: Section,
): ReleasedMarker | undefined {
  const { lines, kinds } = document.lineMap
  let line = section.endLine - 1
  while (line > section.heading.lastLine && kinds[line] === 'blank') line--
  const marker = lines[line]
  const isOneLine = kinds[line] === 'comment' && kinds[line - 1] !== 'comment'
  if (!marker || !isOneLine || readMarker(marker.text) !== 'released') return undefined
  const above = countBlanks(document, line, -1)
  const below = countBlanks(document, line, 1)
  const next = lines[section.endLine]
  return {
    lines: [...blanks(above), marker.text, ...blanks(below)],
    removal: { start: marker.start, end: above > 0 && next ? next.start : marker.end, insert: '' },
  }
}
