// Reads the list items of a section as entries.
import type { ChangelogEntry } from '../entry.ts'
import { contentIndent, isItem } from './blocks.ts'
import { type LineMap, markdownAt as textAt } from './line-map.ts'
import { columnsOf, indentOf, isBlank } from './lines.ts'

/** A list item. Line indexes start at 0. `endLine` is exclusive. */
export interface Entry extends ChangelogEntry {
  readonly firstLine: number
  readonly endLine: number
}

/** Reads the list items from line `from` to before line `to`, including placeholders. Items of nested lists belong to their parent. */
export function readEntries(map: LineMap, type: string | null, from: number, to: number): Entry[] {
  const entries: Entry[] = []
  /** The indent from which a line belongs to the current item. */
  let childIndent: number | undefined
  let start: number | undefined
  const finish = (end: number): void => {
    if (start === undefined) return
    let endLine = end
    while (endLine > start + 1 && isBlank(textAt(map, endLine - 1))) endLine--
    const itemLines = Array.from({ length: endLine - start }, (_, index) => textAt(map, (start ?? 0) + index))
    entries.push({ type, description: readDescription(itemLines), firstLine: start, endLine })
    start = undefined
  }
  for (let line = from; line < to; line++) {
    const text = textAt(map, line)
    const kind = map.kinds[line]
    const isNext = kind === 'list' && (childIndent === undefined || indentOf(text) < childIndent)
    if (isNext && isItem(text, false)) {
      finish(line)
      start = line
      childIndent = contentIndent(text)
    } else if (kind !== 'list' && kind !== 'blank') {
      finish(line)
      childIndent = undefined
    }
  }
  finish(to)
  return entries
}

/** A label of an entry in place of a category, as in `[CHANGE] Text`, `` `[fixed]` Text`` or `Fix: Text`. */
export const ENTRY_LABEL = /^([*_`]{0,2}\[?)(\p{L}[\p{L} -]{1,20}?)(\][*_`:]{0,3} |[*_`]{0,2} ?:[*_`]{0,2} )/u

export const BULLET = /^\s*(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/

/** The text of an item without its bullet. The indent of the item is removed from continuation lines. */
function readDescription([first = '', ...rest]: readonly string[]): string {
  const bullet = BULLET.exec(first)?.[0] ?? ''
  const indent = first.length === bullet.length ? contentIndent(first) : columnsOf(bullet)
  const continuation = rest.map((text) => text.slice(Math.min(indent, text.search(/[^ \t]|$/))))
  return [first.slice(bullet.length), ...continuation].join('\n').replace(/^\n/, '').trimEnd()
}
