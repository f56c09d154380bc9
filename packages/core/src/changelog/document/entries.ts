// Reads the list items of a section as entries, and distinguishes content from placeholders such as `- None`.

import type { ChangelogEntry } from '../entry.ts'
import { isItem, readDefinition } from './blocks.ts'
import { columnsOf, indentOf, isBlank } from './lines.ts'
import type { Scan } from './scan.ts'
import { trimEndWhile } from './trim.ts'

/** A list item, or several lines of one. Lines are numbered from 0. `endLine` is exclusive. */
export interface Entry extends ChangelogEntry {
  readonly firstLine: number
  readonly endLine: number
}

/** The list items between two lines, including placeholders. */
export function readEntries({ lines, kinds }: Scan, type: string | null, from: number, to: number): Entry[] {
  const entries: Entry[] = []
  let itemIndent: number | undefined
  let start: number | undefined
  const finish = (end: number): void => {
    if (start === undefined) return
    let last = end
    while (last > start + 1 && isBlank(lines[last - 1]?.text ?? '')) last--
    const texts = lines.slice(start, last).map((line) => line.text)
    entries.push({ type, description: describe(texts), firstLine: start, endLine: last })
    start = undefined
  }
  for (let number = from; number < to; number++) {
    const text = lines[number]?.text ?? ''
    if (
      kinds[number] === 'list' &&
      isItem(text, false) &&
      (itemIndent === undefined || indentOf(text) <= itemIndent)
    ) {
      finish(number)
      start = number
      itemIndent = indentOf(text)
    } else if (kinds[number] !== 'list' && kinds[number] !== 'blank') {
      finish(number)
      itemIndent = undefined
    }
  }
  finish(to)
  return entries
}

const BULLET = /^\s*(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/

/** The text of an item without its bullet. Continuation lines lose the indent of the item. */
function describe([first = '', ...rest]: readonly string[]): string {
  const bullet = BULLET.exec(first)?.[0] ?? ''
  const indent = columnsOf(bullet)
  const texts = rest.map((text) => text.slice(Math.min(indent, countLeading(text))))
  return [first.slice(bullet.length), ...texts].join('\n').trimEnd()
}

/** The number of leading spaces and tabs. */
function countLeading(text: string): number {
  return /^[ \t]*/.exec(text)?.[0].length ?? 0
}

const PLACEHOLDER =
  /^(?:none|nothing(?: (?:yet|so far|to see here))?|n\/a|tb[ad]|(?:no|there are no) (?:\w+ ){0,2}changes(?: (?:yet|so far))?|no changes|-+|–|—|…)?[.!…]*$/i

/** The longest text that can mean that there is nothing. */
const MAX_PLACEHOLDER_LENGTH = 200

/** Whether a text is a placeholder for an empty list: `None`, `_No changes._`, `Nothing yet!`. */
export function isPlaceholder(description: string): boolean {
  if (description.length > MAX_PLACEHOLDER_LENGTH) return false
  return PLACEHOLDER.test(trimEndWhile(description.replace(/^[\s*_([`]+/, ''), /[\s*_)\]`]/))
}

/** Whether a line of a section has content: no heading, comment, blank, rule, link definition or placeholder. */
export function isContent({ lines, kinds }: Scan, number: number): boolean {
  const text = lines[number]?.text ?? ''
  switch (kinds[number]) {
    case 'blank':
    case 'heading':
    case 'rule':
    case 'comment':
      return false
    case 'paragraph':
      return readDefinition(text) === undefined && !isPlaceholder(text)
    case 'list':
      return !isPlaceholder(text.replace(BULLET, ''))
    default:
      return true
  }
}
