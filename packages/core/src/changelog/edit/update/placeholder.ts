// Finds what stands in place of entries: placeholders, such as `- None`, and comments, such as `<!-- new features -->`.
import { type ChangelogDocument, indentOf, isContent, readEntries, textAt } from '../../document/index.ts'
import { readMarker } from '../section-edges.ts'

/** No line. It is less than the index of any line. */
export const NONE = -1

/**
 * Finds a list item such as `- None`, or a paragraph such as `_None._`, from line `from` to before line `to`.
 * @returns its first line, the line after it, and the last line of the indented block below, such as a comment, or {@link NONE}.
 * The block would become a part of an entry in place of the placeholder
 */
export function findPlaceholder(document: ChangelogDocument, from: number, to: number) {
  const found =
    readEntries(document, null, from, to).find(({ firstLine }) => !isContent(document, firstLine)) ??
    findParagraph(document, from, to)
  if (!found) return undefined
  const { firstLine, endLine } = found
  return { firstLine, endLine, indentedLine: lastIndentedLine(document, endLine, to) }
}

/** Finds a paragraph of one line that is a placeholder. */
function findParagraph(document: ChangelogDocument, from: number, to: number) {
  const { kinds } = document
  const definitions = new Set(document.definitions.map(({ line }) => line))
  for (let line = from; line < to; line++) {
    const isAlone = kinds[line - 1] !== 'paragraph' && kinds[line + 1] !== 'paragraph'
    const isParagraph = kinds[line] === 'paragraph' && isAlone && !definitions.has(line)
    if (isParagraph && !isContent(document, line)) return { firstLine: line, endLine: line + 1 }
  }
  return undefined
}

/** The content of an item has at least the indent of its marker and one space. */
const MIN_CONTENT_INDENT = 2

/** The index of the last line of the indented block that is the next one below a line, or {@link NONE}. */
function lastIndentedLine(document: ChangelogDocument, from: number, to: number): number {
  const line = skipBlanks(document, from, to)
  const kind = document.kinds[line]
  if (line >= to || kind === 'heading' || indentOf(textAt(document, line)) < MIN_CONTENT_INDENT) return NONE
  return lastOfKind(document, line, to)
}

/**
 * The index of the last line of the comment directly below the heading of a category, such as `<!-- new features -->`, or
 * {@link NONE}.
 */
export function lastHintLine(document: ChangelogDocument, from: number, to: number): number {
  const line = skipBlanks(document, from, to)
  const isHint = document.kinds[line] === 'comment' && readMarker(textAt(document, line)) === undefined
  return line < to && isHint ? lastOfKind(document, line, to) : NONE
}

function skipBlanks({ kinds }: ChangelogDocument, from: number, to: number): number {
  let line = from
  while (line < to && kinds[line] === 'blank') line++
  return line
}

/** The index of the last of the lines from a line on that have its kind. */
function lastOfKind({ kinds }: ChangelogDocument, from: number, to: number): number {
  let line = from
  while (line + 1 < to && kinds[line + 1] === kinds[from]) line++
  return line
}
