// Inserts an Unreleased heading into a changelog without one.
import {
  type ChangelogDocument,
  findUnreleased,
  type LineMap,
  parseChangelog,
  readDefinition,
  type Section,
} from '../document/index.ts'
import { applySplices, blanks, insertAfter } from './splice.ts'
import { countBlanks, plainUnreleasedText, rewriteHeading } from './style.ts'
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
  const gap = gapAboveVersions(document, first)
  const existing = anchor === -1 ? 0 : countBlanks(document, anchor, 1)
  const below = blanks(Math.max(anchor === -1 ? 1 : 0, gap - existing))
  const inserted = anchor === -1 ? [...heading, ...below] : ['', ...heading, ...below]
  return parseChangelog(applySplices(text, [insertAfter(text, lineMap.lines, anchor, inserted)]))
}

/** The number of blank lines between two versions, at most 3. 1 when the file has only one. */
function gapAboveVersions(document: ChangelogDocument, first: Section): number {
  const second = document.sections.find(({ heading }) => heading.firstLine > first.heading.lastLine)
  return second ? Math.min(3, countBlanks(document, second.heading.firstLine, -1)) : 1
}

/**
 * The index of the last line above a heading, without blank lines, comments and HTML (such as an anchor)
 * directly above it. −1 when there is no such line.
 */
function lineAbove({ lineMap }: ChangelogDocument, heading: number): number {
  let line = heading - 1
  while (line >= 0 && ['blank', 'html', 'comment'].includes(lineMap.kinds[line] ?? '')) line--
  return line
}

/**
 * The index of the last line of a section that is not part of its footer. The footer consists of the blank
 * lines, comments, thematic breaks and link definitions at the end.
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
  if (kind === 'paragraph') return readDefinition(lines[line]?.text ?? '') !== undefined
  return kind === 'blank' || kind === 'comment' || kind === 'thematic_break'
}
