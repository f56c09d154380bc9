// Finds the footer of a section: what follows its content and can belong to the next one.
import { type ChangelogDocument, type LineMap, readDefinition } from '../document/index.ts'
import { isAnchor } from './style/index.ts'

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
  if (isAnchor(lines[line]?.text ?? '')) return kind === 'html' || kind === 'paragraph'
  if (kind === 'paragraph') return readDefinition(lines[line]?.text ?? '') !== undefined
  return kind === 'blank' || kind === 'comment' || kind === 'thematic_break'
}

/**
 * The index of the thematic break that separates the text at the end of a file from its last section. `to` when there is none.
 * No list follows such a break.
 */
export function closingTextStart(
  { lineMap: { kinds } }: ChangelogDocument,
  from: number,
  to: number,
): number {
  const lastItem = kinds.lastIndexOf('list', to - 1)
  const line = kinds.indexOf('thematic_break', Math.max(from, lastItem))
  return line === -1 || line >= to ? to : line
}
