// Represents edits as splices of the original text. Text outside the splices is unchanged, byte for byte.
import type { ChangelogDocument } from './document/index.ts'

/** Replaces the text from `start` to before `end` by `insert`. Offsets are in UTF-16 code units. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly insert: string
}

/** Sorts splices by offset. At the same offset, insertions come first, and keep their order. */
export function sortSplices(splices: readonly Splice[]): Splice[] {
  return splices.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/**
 * Applies splices to the part of a text from `from` to before `to`, by default the whole text. The splices are inside that part
 * and do not overlap. Their order is irrelevant.
 * @returns the changed part
 */
export function applySplices(
  text: string,
  splices: readonly Splice[],
  from = 0,
  to: number = text.length,
): string {
  const parts: string[] = []
  let offset = from
  for (const { start, end, insert } of sortSplices(splices)) {
    parts.push(text.slice(offset, start), insert)
    offset = end
  }
  return parts.join('') + text.slice(offset, to)
}

/**
 * The line ending for a line that is inserted next to the line at `index`: that of the line, of the line above it, or the most
 * frequent one of the document.
 */
export function eolNear({ lines }: Pick<ChangelogDocument, 'lines'>, index: number): string {
  const adjacent = lines[index]?.eol || lines[index - 1]?.eol
  if (adjacent) return adjacent
  const counts = new Map<string, number>()
  for (const { eol } of lines) if (eol) counts.set(eol, (counts.get(eol) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n'
}

/** The given number of blank lines. */
export function blanks(count: number): string[] {
  return new Array<string>(count).fill('')
}

/**
 * Inserts lines after a line. A document without a final line ending remains without one.
 * @param after the index of the line; −1 for the top of the document
 */
export function insertAfter(document: ChangelogDocument, after: number, inserted: readonly string[]): Splice {
  const anchor = document.lines[after]
  const eol = eolNear(document, Math.max(0, after))
  const start = anchor?.end ?? (document.text.startsWith('\uFEFF') ? 1 : 0)
  const insert = inserted.map((line) => (anchor?.eol === '' ? eol + line : line + eol)).join('')
  return { start, end: start, insert }
}

/** Replaces the lines from index `from` to before index `to`. The line ending of the last line is kept. */
export function replaceLines(
  document: ChangelogDocument,
  from: number,
  to: number,
  inserted: readonly string[],
): Splice {
  const [first, last] = [document.lines[from], document.lines[to - 1]]
  if (!first || !last) throw new RangeError(`expected lines of the document, got ${from} to ${to}`)
  return {
    start: first.start,
    end: last.end - last.eol.length,
    insert: inserted.join(eolNear(document, from)),
  }
}
