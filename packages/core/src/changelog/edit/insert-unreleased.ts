// Inserts an Unreleased heading into a changelog without one.
import {
  type ChangelogDocument,
  findUnreleased,
  type LineMap,
  parseChangelog,
  readDefinition,
} from '../document/index.ts'
import { applySplices, blanks, insertAfter } from './splice.ts'
import { countBlanks, gapAboveVersion, plainUnreleasedText, rewriteHeading } from './style.ts'
import { assertUnderstood } from './understood.ts'

/** The text of a new changelog, without entries. */
export const NEW_CHANGELOG = `# Changelog

All notable changes to this project will be documented in this file.

The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.1.0/),
and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).

## [Unreleased]
`

/**
 * Inserts an Unreleased heading if there is none: above the first version, or at the end when there is no version or the
 * last version is the newest one.
 * @throws AppError `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused` when a line that
 * may be a version is not understood
 */
export function ensureUnreleased(document: ChangelogDocument): ChangelogDocument {
  if (findUnreleased(document)) return document
  assertUnderstood(document, undefined)
  const { text, lineMap, sections, isAscending } = document
  const first = sections.find(({ meaning }) => meaning.kind === 'release') ?? sections[0]
  if (!first || isAscending) {
    const lines = first
      ? rewriteHeading(document, first.heading, plainUnreleasedText(first.heading))
      : ['## [Unreleased]']
    const anchor = lastBodyLine(document, 0, lineMap.lines.length)
    const splice = insertAfter(text, lineMap.lines, anchor, ['', ...lines])
    return parseChangelog(applySplices(text, [splice]))
  }
  const heading = rewriteHeading(document, first.heading, plainUnreleasedText(first.heading))
  const anchor = lineAbove(document, first.heading.firstLine)
  const gap = gapAboveVersion(document)
  const existing = anchor === -1 ? 0 : countBlanks(document, anchor, 1)
  const below = blanks(Math.max(anchor === -1 ? 1 : 0, gap - existing))
  const inserted = anchor === -1 ? [...heading, ...below] : ['', ...heading, ...below]
  return parseChangelog(applySplices(text, [insertAfter(text, lineMap.lines, anchor, inserted)]))
}

/**
 * The index of the last line above a heading that stays above a new heading. −1 when there is no such line. Blank lines, HTML
 * such as an anchor, and comments belong to the heading below them, unless a comment marks where new versions start.
 */
function lineAbove({ lineMap: { lines, kinds } }: ChangelogDocument, heading: number): number {
  let line = heading - 1
  for (; line >= 0; line--) {
    const kind = kinds[line] ?? ''
    if (kind === 'comment' && staysAbove(lines[line]?.text ?? '', kinds[line + 1] === 'blank')) return line
    if (!['blank', 'html', 'comment'].includes(kind) && !ANCHOR.test(lines[line]?.text ?? '')) return line
  }
  return line
}

/** An anchor on a line of its own. With its end tag, it is a paragraph in CommonMark. */
const ANCHOR = /^ {0,3}<a\s[^<>]*>(?:<\/a>)?[ \t]*$/i
/** A marker such as `<!-- towncrier release notes start -->` or `<!-- insert new versions below -->`. */
const MARKS_START = /\b(?:start|begin|insert|next|new|unreleased|below)\b/i
/** A marker such as `<!-- Released section -->`. */
const MARKS_RELEASED = /\breleased\b|\bend\b/i

/** Whether a comment stays above a new heading. A comment without a known meaning does when it stands alone. */
function staysAbove(comment: string, standsAlone: boolean): boolean {
  if (MARKS_RELEASED.test(comment)) return false
  return MARKS_START.test(comment) || standsAlone
}

/**
 * The index of the last line of a section that is not part of its footer. The footer consists of the blank
 * lines, comments, thematic breaks, link definitions and anchors at the end.
 * @param from the index of the first line
 * @param to the index after the last line
 * @returns `from − 1` when all lines are part of the footer
 */
export function lastBodyLine({ lineMap }: ChangelogDocument, from: number, to: number): number {
  let line = to - 1
  while (line >= from && isFooter(lineMap, line)) line--
  return line
}

function isFooter({ lines, kinds }: LineMap, line: number): boolean {
  const kind = kinds[line] ?? 'blank'
  if (ANCHOR.test(lines[line]?.text ?? '')) return kind === 'html' || kind === 'paragraph'
  if (kind === 'paragraph') return readDefinition(lines[line]?.text ?? '') !== undefined
  return kind === 'blank' || kind === 'comment' || kind === 'thematic_break'
}
