// Finds what stands in place of entries: placeholders, such as `- None`, and comments, such as `<!-- new features -->`.
import { type ChangelogDocument, findPlaceholders, indentOf, textAt } from '../../document/index.ts'
import { countBlanks, readMarker } from '../section-edges.ts'

/** No line. It is less than the index of any line. */
export const NONE = -1

/**
 * Finds the placeholder that new lines replace: the last one that says that there is nothing, when no entry follows it. `indentedLine`: the
 * last line of the indented block below, such as a comment, or {@link NONE}. It would become a part of an entry in that place.
 */
export function findReplaced(document: ChangelogDocument, from: number, to: number) {
  const found = findPlaceholders(document, from, to).findLast(({ kind }) => kind === 'nothing')
  if (!found || document.kinds.slice(found.endLine, to).includes('list')) return undefined
  return { ...found, indentedLine: lastIndentedLine(document, found.endLine, to) }
}

/** The index of the last line of the indented block that is the next one below a line, or {@link NONE}. */
function lastIndentedLine(document: ChangelogDocument, from: number, to: number): number {
  const line = from + countBlanks(document, from - 1, 1)
  const kind = document.kinds[line]
  // The content of an item has at least the indent of its marker and one space.
  if (line >= to || kind === 'heading' || indentOf(textAt(document, line)) < 2) return NONE
  return lastOfKind(document, line, to)
}

/** The index of the last line of the comment directly below the heading of a category, or {@link NONE}. */
export function lastHintLine(document: ChangelogDocument, from: number, to: number): number {
  const line = from + countBlanks(document, from - 1, 1)
  const isHint = document.kinds[line] === 'comment' && readMarker(textAt(document, line)) === undefined
  return line < to && isHint ? lastOfKind(document, line, to) : NONE
}

/** The index of the last of the lines from a line on that have its kind. */
function lastOfKind({ kinds }: ChangelogDocument, from: number, to: number): number {
  let line = from
  while (line + 1 < to && kinds[line + 1] === kinds[from]) line++
  return line
}
