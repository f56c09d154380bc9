// Extracts windows from a document: the parts that an edit changes, with the blocks around them, before and
// after the edit. Parsing a whole changelog of one megabyte takes longer than the rest of the edit.
import type { ChangelogDocument } from '../../document/index.ts'
import { applySplices, type Splice, sortSplices } from '../splice.ts'

/** An edit: the document before it, and its splices. */
export interface Edit {
  readonly before: ChangelogDocument
  readonly splices: readonly Splice[]
}

/** The text of a window, before and after the edit. */
export interface Window {
  readonly before: string
  readonly after: string
}

/**
 * How many blocks of context to try, in order: on both sides of the change, and then on each side. If none fits the limits below
 * the change, the next line with text is the context. A block of context is a heading, a list item or a link definition.
 */
const CONTEXT_BLOCKS = [2, 1]

// The time for a line of list markers is quadratic in its length, and each line below is compared with all of its lists. Lengths
// are in UTF-16 code units.
const MAX_WINDOW_LENGTH = 32 * 1024
const MAX_WINDOW_LINES = 300
export const MAX_LINE_LENGTH = 2000

/** The offsets of a window in the text before the edit, and the splices in the window. */
interface Range {
  start: number
  end: number
  readonly splices: Splice[]
}

/** The windows of an edit, in order. They do not overlap. */
export function windowsOf({ before, splices }: Edit): Window[] {
  const starts = blockStarts(before)
  const ranges: Range[] = []
  for (const splice of sortSplices(splices)) {
    const range = surround(before.text, starts, splice)
    const last = ranges.at(-1)
    if (last && range.start <= last.end) {
      last.end = Math.max(last.end, range.end)
      last.splices.push(splice)
    } else ranges.push(range)
  }
  return ranges.map(({ start, end, splices: windowSplices }) => ({
    before: before.text.slice(start, end),
    after: applySplices(before.text, windowSplices, start, end),
  }))
}

/** The range of a splice with the blocks around it. */
function surround(text: string, starts: readonly number[], splice: Splice): Range {
  const ranges = CONTEXT_BLOCKS.map((blocks) => ({
    start: findBoundary(starts, splice.start, -blocks) ?? 0,
    end: findBoundary(starts, splice.end, blocks) ?? text.length,
  }))
  const both = ranges.find(({ start, end }) => fits(text, start, end))
  if (both) return { ...both, splices: [splice] }
  const above = ranges.find(({ start }) => fits(text, start, splice.end))
  const below = ranges.find(({ end }) => fits(text, splice.start, end))
  return {
    start: above?.start ?? splice.start,
    end: below?.end ?? nextTextEnd(text, splice.end),
    splices: [splice],
  }
}

/** The end of the next line with text, at most {@link MAX_LINE_LENGTH} after its indent. An item above it can take it. */
function nextTextEnd(text: string, offset: number): number {
  const start = indexOfPattern(text, /[^ \t\r\n]/g, offset)
  if (start === text.length || start - offset > MAX_WINDOW_LENGTH) return offset
  return Math.min(indexOfPattern(text, /[\r\n]/g, start), start + MAX_LINE_LENGTH)
}

/** The offset at which a pattern next matches. The length of the text when it does not. */
function indexOfPattern(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

function fits(text: string, start: number, end: number): boolean {
  if (end - start > MAX_WINDOW_LENGTH) return false
  const lines = text.slice(start, end).split(/\r\n?|\n/)
  return lines.length <= MAX_WINDOW_LINES && lines.every((line) => line.length <= MAX_LINE_LENGTH)
}

/**
 * The offsets at which a heading, a list item or a link definition at the root starts. No preceding block continues after
 * them.
 */
function blockStarts({ lineMap }: ChangelogDocument): number[] {
  const starts: number[] = []
  const definitions = new Set(lineMap.definitions.map(({ line }) => line))
  for (const [index, { text, start }] of lineMap.lines.entries()) {
    const kind = lineMap.kinds[index]
    const isHeading = kind === 'heading' && lineMap.kinds[index - 1] !== 'heading'
    const isItem = kind === 'list' && /^ {0,3}(?:[-+*]|\d+[.)])/.test(text)
    if (isHeading || isItem || definitions.has(index)) starts.push(start)
  }
  return starts
}

/**
 * Finds the start of a block near an offset.
 * @param contextBlocks the number of blocks between the offset and the start: after the offset, or before it
 * when negative
 * @returns undefined when there are fewer blocks
 */
function findBoundary(starts: readonly number[], offset: number, contextBlocks: number): number | undefined {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) < offset) low = middle + 1
    else high = middle
  }
  return starts[low + contextBlocks]
}
