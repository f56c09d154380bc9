// Extracts windows: the parts of a document that an edit changes, each with adjacent blocks, before and after the
// edit. Parsing a whole changelog of one megabyte takes seconds; parsing a window takes milliseconds.
import type { ChangelogDocument } from '../../document/index.ts'
import { applySplices, type Splice, sortSplices } from '../splice.ts'

/** An edit: the document before and after it, and its splices. */
export interface Edit {
  readonly before: ChangelogDocument
  readonly after: ChangelogDocument
  readonly splices: readonly Splice[]
}

/** The text of a window, before and after the edit. */
export interface Window {
  readonly before: string
  readonly after: string
}

/** Numbers of headings or list items above and below the change. A window uses the first number that fits. */
const NEIGHBOURS = [2, 1]

/** Maximum size of the neighbours in a window. micromark takes minutes to parse a line of one megabyte. */
const MAX_WINDOW_LENGTH = 32 * 1024
const MAX_WINDOW_LINES = 300
export const MAX_LINE_LENGTH = 2000

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
  return ranges.map(({ start, end, splices: inside }) => ({
    before: before.text.slice(start, end),
    after: applySplices(before.text, inside, start, end),
  }))
}

function surround(text: string, starts: readonly number[], splice: Splice): Range {
  for (const steps of NEIGHBOURS) {
    const start = boundary(starts, splice.start, -steps) ?? 0
    const end = boundary(starts, splice.end, steps) ?? text.length
    if (fits(text, start, end)) return { start, end, splices: [splice] }
  }
  return { start: splice.start, end: splice.end, splices: [splice] }
}

function fits(text: string, start: number, end: number): boolean {
  if (end - start > MAX_WINDOW_LENGTH) return false
  const lines = text.slice(start, end).split(/\r\n?|\n/)
  return lines.length <= MAX_WINDOW_LINES && lines.every((line) => line.length <= MAX_LINE_LENGTH)
}

/** The offsets at which a heading or a list item at the root starts. No block above is open at these offsets. */
function blockStarts({ scan }: ChangelogDocument): number[] {
  const starts: number[] = []
  for (const [number, { text, start }] of scan.lines.entries()) {
    const kind = scan.kinds[number]
    const isHeading = kind === 'heading' && scan.kinds[number - 1] !== 'heading'
    const isItem = kind === 'list' && /^ {0,3}(?:[-+*]|\d+[.)])/.test(text)
    if (isHeading || isItem) starts.push(start)
  }
  return starts
}

/**
 * The block start that is `steps` block starts after `offset`, or before it when negative. Undefined past the ends.
 */
function boundary(starts: readonly number[], offset: number, steps: number): number | undefined {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) < offset) low = middle + 1
    else high = middle
  }
  return starts[low + steps]
}
