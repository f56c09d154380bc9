// Finds the edges of sections: where the content of a section ends, and where what belongs to the next version starts. Between
// them are blank lines, comments, thematic breaks, link definitions and anchors.
import {
  type ChangelogDocument,
  type Heading,
  isAnchor,
  isBlank,
  isItem,
  markdownAt,
  readDefinition,
  textAt,
} from '../document/index.ts'

/** Whether the title of a section is a list item. Its entries are in a nested list. */
export function isListTitle(document: ChangelogDocument, { firstLine }: Heading): boolean {
  return isItem(textAt(document, firstLine), false)
}

/** Whether a title is a line of text without an underline, which would be one paragraph with a line of text below it. */
export function isTextTitle(document: ChangelogDocument, heading: Heading): boolean {
  const { isLabel = false, firstLine, lastLine } = heading
  return isLabel && firstLine === lastLine && !isListTitle(document, heading)
}

/** The number of blank lines directly above (`step` −1) or below (`step` 1) a line. */
export function countBlanks(document: ChangelogDocument, line: number, step: -1 | 1): number {
  let end = line + step
  while (end >= 0 && end < document.lines.length && isBlank(textAt(document, end))) end += step
  return Math.abs(end - line) - 1
}

/** The index of the last line with content from `from` to before `to`. `from − 1` when there is none. */
export function lastBodyLine(document: ChangelogDocument, from = 0, to = document.lines.length): number {
  let line = to - 1
  while (line >= from && isFooter(document, line)) line--
  return line
}

function isFooter(document: ChangelogDocument, line: number): boolean {
  const kind = document.kinds[line] ?? 'blank'
  const text = textAt(document, line)
  if (isAnchor(text)) return kind === 'html' || kind === 'paragraph'
  if (kind === 'paragraph') return readDefinition(markdownAt(document, line)) !== undefined
  return kind === 'blank' || kind === 'comment' || kind === 'thematic_break'
}

/** The index of the thematic break above a text without lists at the end of a file. `to` when there is none. */
export function closingTextStart({ kinds }: ChangelogDocument, from: number, to: number): number {
  const lastItem = kinds.lastIndexOf('list', to - 1)
  const line = kinds.indexOf('thematic_break', Math.max(from, lastItem))
  return line === -1 || line >= to ? to : line
}

/** The index of the first line of a version: of its heading, or of the anchors above it, with a blank line between them or not. */
export function versionStart(document: ChangelogDocument, heading: number): number {
  let line = heading - (isBlank(textAt(document, heading - 1)) ? 1 : 0)
  if (!isAnchor(textAt(document, line - 1))) return heading
  while (line > 0 && isAnchor(textAt(document, line - 1))) line--
  return line
}

/**
 * The index of the last line above a version that stays above a new heading. −1 when there is none. Blank lines, anchors and comments
 * belong to the version below, unless a comment marks where new versions start, or the end of a region, such as a table of contents.
 */
export function lineAboveVersion(document: ChangelogDocument, heading: number): number {
  const { kinds } = document
  let line = heading - 1
  let closing: number | undefined
  for (; line >= 0; line--) {
    if (kinds[line] === 'comment') {
      const end = line
      while (kinds[line - 1] === 'comment' && !textAt(document, line).includes('<!--')) line--
      const comment = document.text.slice(document.lines[line]?.start, document.lines[end]?.end)
      const marker = readMarker(comment)
      // A comment without a known meaning stays above the heading when it stands alone, or is about the rest of the file.
      const isForRest =
        kinds[end + 1] === 'blank' || /[-: ](?:disable|off)\b(?!-(?:next-)?line)/i.test(comment)
      if (marker === undefined ? isForRest : marker === 'start') return end
      if (/\bend\b/i.test(comment)) closing ??= end
    } else if (kinds[line] !== 'blank' && !isAnchor(textAt(document, line))) return closing ?? line
  }
  return line
}

/** What a comment marks: the place below which new versions are inserted, or the start of the released versions. */
export function readMarker(comment: string): 'start' | 'released' | undefined {
  if (/\breleased\b|\bend\b/i.test(comment)) return 'released'
  if (/\b(?:start|begin|insert(?:ion)?|next(?!-line)|new|unreleased|below)\b/i.test(comment)) return 'start'
  return undefined
}
