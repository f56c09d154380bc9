// Finds a date on a line of its own below the heading of a version, such as `_Released 2026-01-02_` or `### 2026-01-02`.
import { readAtxHeading } from './blocks.ts'
import { type FoundDate, findDate, hasDatePlaceholder, TIME } from './dates.ts'
import type { LineMap } from './line-map.ts'

/** A line that has only a date. */
export interface DateLine {
  /** The index of the line, from 0. */
  readonly line: number
  /** Undefined when the date is not known yet, as in `Released YYYY-MM-DD`. */
  readonly date: FoundDate | undefined
}

/**
 * Finds the date of a section: its first line that is neither blank nor a comment, when it has only a date.
 * @param from the index of the line after the heading
 * @param to the index after the section
 */
export function findDateLine({ lines, kinds }: LineMap, from: number, to: number): DateLine | undefined {
  let line = from
  while (line < to && (kinds[line] === 'blank' || kinds[line] === 'comment')) line++
  const kind = kinds[line]
  if (line >= to || (kind !== 'paragraph' && kind !== 'quote' && kind !== 'heading')) return undefined
  const text = lines[line]?.text ?? ''
  const isAlone = kind === 'heading' ? readAtxHeading(text) !== undefined : kinds[line + 1] !== kind
  if (!isAlone || text.length > MAX_LENGTH) return undefined
  const date = findDate(text)
  if (date) return saysOnlyDate(text.replace(date.text, '')) ? { line, date } : undefined
  return hasDatePlaceholder(text) &&
    saysOnlyDate(text.replace(/[\dYMDX?]+([-/.])[\dYMDX?]+\1[\dYMDX?]+/i, ''))
    ? { line, date }
    : undefined
}

/** Maximum length of a line that is read, in UTF-16 code units. */
const MAX_LENGTH = 200

/** Whether a text says nothing besides a date: it consists of words such as “released”, of a time, tags and punctuation. */
export function saysOnlyDate(text: string): boolean {
  const others = text
    .replaceAll(/<\/?[a-z]+>/gi, '')
    .replaceAll(/(?<![\p{L}\p{N}])(?:released?|date|published|on|at)(?![\p{L}\p{N}])/giu, '')
    .replaceAll(TIME, '')
  return /^[^\p{L}\p{N}]*$/u.test(others)
}
