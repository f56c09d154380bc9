// Extracts windows from a document: the parts that an edit changes, with the blocks around them, before and after the edit. The
// time that commonmark.js takes for a line of list markers is quadratic in its length, and it compares each line below with all
// of its lists. So a window has no long line, and few lines, around the change.
import type { ChangelogDocument } from '../document/index.ts'
import { applySplices, type Splice, sortSplices } from '../splice.ts'

/** An edit: the document before it, and its splices. */
export interface Edit {
  readonly before: ChangelogDocument
  readonly splices: readonly Splice[]
}

/** Number of blocks on each side of a change. A block is a heading, a list item or a link definition. */
const CONTEXT_BLOCKS = 2
/** Maximum number of lines on each side of a change. */
const CONTEXT_LINES = 150
/** Maximum length of a line, in UTF-16 code units. */
export const MAX_LINE_LENGTH = 2000
/** Maximum length of the context on each side of a change, in UTF-16 code units. */
const CONTEXT_LENGTH = 16 * 1024

/** The windows of an edit, in order: the text of each, before and after the edit. They do not overlap. */
export function windowsOf({ before, splices }: Edit): { readonly before: string; readonly after: string }[] {
  const definitions = new Set(before.definitions.map(({ line }) => line))
  const isStart = (line: number) => startsBlock(before, line) || definitions.has(line)
  const ranges: { start: number; end: number; readonly splices: Splice[] }[] = []
  for (const splice of sortSplices(splices)) {
    const start = contextStart(before, isStart, splice.start)
    const end = contextEnd(before, isStart, splice.end)
    const last = ranges.at(-1)
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end)
      last.splices.push(splice)
    } else ranges.push({ start, end, splices: [splice] })
  }
  return ranges.map(({ start, end, splices: own }) => ({
    before: before.text.slice(start, end),
    after: applySplices(before.text, own, start, end),
  }))
}

/** Whether a heading or a list item at the root starts at a line. No block above continues after it. */
function startsBlock({ lines, kinds }: ChangelogDocument, line: number): boolean {
  if (kinds[line] === 'heading') return kinds[line - 1] !== 'heading'
  return kinds[line] === 'list' && /^ {0,3}(?:[-+*]|\d+[.)])/.test(lines[line]?.text ?? '')
}

/** The offset of the second block above a change, or as far up as the limits allow. */
function contextStart(
  { lines }: ChangelogDocument,
  isStart: (line: number) => boolean,
  offset: number,
): number {
  let start = offset
  let blocks = 0
  const last = lines.findLastIndex((line) => line.start < offset)
  for (let line = last; line >= 0; line--) {
    const { text, start: lineStart } = lines[line] as (typeof lines)[number]
    const isFar = last - line >= CONTEXT_LINES || offset - lineStart > CONTEXT_LENGTH
    if (isFar || text.length > MAX_LINE_LENGTH) return start
    if (!isStart(line)) continue
    start = lineStart
    blocks++
    if (blocks === CONTEXT_BLOCKS) return start
  }
  return 0
}

/** The offset after the second block below a change, or as far down as the limits allow. */
function contextEnd(
  { lines, text }: ChangelogDocument,
  isStart: (line: number) => boolean,
  offset: number,
): number {
  let end: number | undefined
  let blocks = 0
  const first = lines.findIndex((line) => line.end > offset)
  for (let line = first; line !== -1 && line < lines.length; line++) {
    const one = lines[line] as (typeof lines)[number]
    const isFar = line - first >= CONTEXT_LINES || one.end - offset > CONTEXT_LENGTH
    if (isFar || one.text.length > MAX_LINE_LENGTH) return end ?? nextTextEnd(text, offset)
    if (one.start < offset || !isStart(line)) continue
    if (blocks > 0) end = one.start
    if (blocks === CONTEXT_BLOCKS) return one.start
    blocks++
  }
  return text.length
}

/** The end of the next line with text, or of a part of a long line. An item above it can take it. */
function nextTextEnd(text: string, offset: number): number {
  const next = /[ \t\r\n]*/y
  next.lastIndex = offset
  const start = offset + (next.exec(text)?.[0].length ?? 0)
  if (start === text.length || start - offset > CONTEXT_LENGTH) return offset
  return start + (/^[^\r\n]*/.exec(text.slice(start, start + MAX_LINE_LENGTH))?.[0].length ?? 0)
}
