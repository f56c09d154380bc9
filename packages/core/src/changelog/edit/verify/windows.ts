// The parts of a document that an edit changes, each with its neighbours, before and after. A whole changelog of a
// megabyte takes seconds to read; a window takes milliseconds.
import type { ChangelogDocument } from '../../document/index.ts'
import { type Splice, sortSplices } from '../splice.ts'

/** An edit: the document before and after it, and what was spliced in. */
export interface Edit {
  readonly before: ChangelogDocument
  readonly after: ChangelogDocument
  readonly splices: readonly Splice[]
}

/** The text of a window. */
export interface Window {
  readonly before: string
  readonly after: string
}

/** How many headings, or starts of list items, a window has above and below what changes: as many as fit. */
const NEIGHBOURS = [2, 1]

/** What fits. A file may have a line of a megabyte, which micromark takes minutes to read. */
const MAX_WINDOW_LENGTH = 64 * 1024
const MAX_LINE_LENGTH = 2000

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
  return ranges.map((range) => cutWindow(before.text, range))
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
  return text
    .slice(start, end)
    .split(/[\r\n]/)
    .every((line) => line.length <= MAX_LINE_LENGTH)
}

/** The offsets at which a heading or a list item at the root starts: places where nothing above is still open. */
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

/** The offset `steps` block starts before (negative) or after `offset`; undefined past the ends. */
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

function cutWindow(text: string, { start, end, splices }: Range): Window {
  const parts: string[] = []
  let at = start
  for (const splice of splices) {
    parts.push(text.slice(at, splice.start), splice.insert)
    at = splice.end
  }
  return { before: text.slice(start, end), after: parts.join('') + text.slice(at, end) }
}
