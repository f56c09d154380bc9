// Reads the list items of a section as entries, and distinguishes content from placeholders such as `- None`.
import type { ChangelogEntry } from '../entry.ts'
import { contentIndent, isItem, readDefinition, readLabel } from './blocks.ts'
import { type LineMap, textAt } from './line-map.ts'
import { columnsOf, indentOf, isBlank, trimEndWhile } from './lines.ts'

/** A list item. Line indexes start at 0. `endLine` is exclusive. */
export interface Entry extends ChangelogEntry {
  readonly firstLine: number
  readonly endLine: number
}

/**
 * Reads the list items from line `from` to before line `to`, including placeholders. Items of nested lists belong to their
 * parent.
 * @param type the category heading, null when there is none
 */
export function readEntries(map: LineMap, type: string | null, from: number, to: number): Entry[] {
  const entries: Entry[] = []
  /** The indent from which a line belongs to the current item. */
  let childIndent: number | undefined
  let start: number | undefined
  const finish = (end: number): void => {
    if (start === undefined) return
    let endLine = end
    while (endLine > start + 1 && isBlank(textAt(map, endLine - 1))) endLine--
    const itemLines = map.lines.slice(start, endLine).map(({ text }) => text)
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

const BULLET = /^\s*(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/

/** The text of an item without its bullet. The indent of the item is removed from continuation lines. */
function readDescription([first = '', ...rest]: readonly string[]): string {
  const bullet = BULLET.exec(first)?.[0] ?? ''
  const indent = first.length === bullet.length ? contentIndent(first) : columnsOf(bullet)
  const continuation = rest.map((text) => text.slice(Math.min(indent, countLeading(text))))
  return [first.slice(bullet.length), ...continuation].join('\n').replace(/^\n/, '').trimEnd()
}

/** The number of leading spaces and tabs. */
function countLeading(text: string): number {
  return /^[ \t]*/.exec(text)?.[0].length ?? 0
}

/** A placeholder that asks for an entry. */
const TEMPLATE =
  /^(?:to-?do(?: \([^()]*\)?)?|your (?:new )?(?:features?|contributions?|changes?|entry) (?:goes )?here)[.!…]*$/i
const PLACEHOLDER =
  /^(?:none|nothing(?: (?:yet|so far|to see here))?|n\/a|tb[ad]|(?:no|there are no) (?:\w+ ){0,2}changes(?: (?:yet|so far))?|no changes|-+|–|—|…)?[.!…]*$/i

/** Maximum length of a placeholder, in UTF-16 code units. */
const MAX_PLACEHOLDER_LENGTH = 200

/** Whether a text is a placeholder for an empty list, such as `None`, `_No changes._` or `TODO`. */
export function isPlaceholder(description: string): boolean {
  const text = readPlaceholder(description)
  return text !== undefined && (PLACEHOLDER.test(text) || TEMPLATE.test(text))
}

/** Whether a text is a placeholder that asks for an entry, such as `TODO` or `Your contribution here`. */
export function isTemplate(description: string): boolean {
  const text = readPlaceholder(description)
  return text !== undefined && TEMPLATE.test(text)
}

/** A text without the marks around it. Undefined for a text that is too long for a placeholder, and for a fence. */
function readPlaceholder(description: string): string | undefined {
  if (description.length > MAX_PLACEHOLDER_LENGTH || /^\s*(?:```|~~~)/.test(description)) return undefined
  return trimEndWhile(description.replace(/^[\s*_([`]+/, ''), /[\s*_)\]`]/)
}

/** The kinds of lines that are no content. */
const EMPTY_KINDS = new Set<unknown>(['blank', 'heading', 'thematic_break', 'comment'])

/** Whether a line of a section is content. Labels, link definitions and placeholders are not. */
export function isContent(map: LineMap, line: number): boolean {
  const [kind, text] = [map.kinds[line], textAt(map, line)]
  if (EMPTY_KINDS.has(kind)) return false
  if (kind === 'list') return !isPlaceholder(text.replace(BULLET, ''))
  if (kind !== 'paragraph') return true
  return readDefinition(text) === undefined && readLabel(text) === undefined && !isPlaceholder(text)
}
