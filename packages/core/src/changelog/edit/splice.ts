// Edits are splices into the original text. Text outside of the splices stays unchanged, byte for byte.
import type { Line } from '../document/index.ts'

/** A replacement of the characters from `start` to `end` by `insert`. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly insert: string
}

/** Sorts splices by position. Splices at the same position keep their order. */
export function sortSplices(splices: readonly Splice[]): Splice[] {
  return splices.toSorted((a, b) => a.start - b.start)
}

/**
 * Applies splices that do not overlap, in any order.
 * @returns the text from `from` to `to` with the splices, all of which are inside of it; the whole text by default
 */
export function applySplices(
  text: string,
  splices: readonly Splice[],
  from = 0,
  to: number = text.length,
): string {
  const parts: string[] = []
  let at = from
  for (const { start, end, insert } of sortSplices(splices)) {
    parts.push(text.slice(at, start), insert)
    at = end
  }
  return parts.join('') + text.slice(at, to)
}

/** The line end to use next to a line: its own, or the most frequent one of the document. */
export function eolNear(lines: readonly Line[], number: number): string {
  const own = lines[number]?.eol || lines[number - 1]?.eol
  if (own) return own
  const counts = new Map<string, number>()
  for (const { eol } of lines) if (eol) counts.set(eol, (counts.get(eol) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n'
}

/** Blank lines to insert. */
export function blanks(count: number): string[] {
  return new Array<string>(count).fill('')
}

/**
 * Inserts lines behind line `after`; −1 is the top. A document without a final line end stays without one.
 */
export function insertAfter(
  text: string,
  lines: readonly Line[],
  after: number,
  inserted: readonly string[],
): Splice {
  const anchor = lines[after]
  const eol = eolNear(lines, Math.max(0, after))
  const start = anchor?.end ?? (text.startsWith('\uFEFF') ? 1 : 0)
  const body =
    anchor && anchor.eol === '' ? inserted.map((line) => eol + line) : inserted.map((line) => line + eol)
  return { start, end: start, insert: body.join('') }
}

/** Replaces the lines from `from` to before `to`. The line end of the last line is kept. */
export function replaceLines(
  lines: readonly Line[],
  from: number,
  to: number,
  inserted: readonly string[],
): Splice {
  const last = lines[to - 1] as Line
  const eol = eolNear(lines, from)
  return {
    start: (lines[from] as Line).start,
    end: last.end - last.eol.length,
    insert: inserted.join(eol),
  }
}
