// Reads the list items of a section as entries, and distinguishes content from placeholders such as `- None`.
import type { ChangelogEntry } from '../entry.ts'
import { contentIndent, isItem, readDefinition, readLabel } from './blocks.ts'
import type { LineMap } from './line-map.ts'
import { columnsOf, indentOf, isBlank } from './lines.ts'
import { trimEndWhile } from './trim.ts'

/** A list item. Line indexes start at 0. `endLine` is exclusive. */
export interface Entry extends ChangelogEntry {
  readonly firstLine: number
  readonly endLine: number
}

/**
 * Reads the list items between two lines, including placeholders. Items of nested lists belong to their
 * parent.
 * @param type the category heading, null when there is none
 * @param from the index of the first line
 * @param to the index after the last line
 */
export function readEntries(
  { lines, kinds }: LineMap,
  type: string | null,
  from: number,
  to: number,
): Entry[] {
  const entries: Entry[] = []
  /** The indent from which a line belongs to the current item. */
  let childIndent: number | undefined
  let start: number | undefined
  const finish = (end: number): void => {
    if (start === undefined) return
    let endLine = end
    while (endLine > start + 1 && isBlank(lines[endLine - 1]?.text ?? '')) endLine--
    const itemLines = lines.slice(start, endLine).map((line) => line.text)
    entries.push({ type, description: readDescription(itemLines), firstLine: start, endLine })
    start = undefined
  }
  for (let index = from; index < to; index++) {
    const text = lines[index]?.text ?? ''
    if (
      kinds[index] === 'list' &&
      isItem(text, false) &&
      (childIndent === undefined || indentOf(text) < childIndent)
    ) {
      finish(index)
      start = index
      childIndent = contentIndent(text)
    } else if (kinds[index] !== 'list' && kinds[index] !== 'blank') {
      finish(index)
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

/** Whether a text is a placeholder for an empty list, such as `None`, `_No changes._`, `Nothing yet!` or `TODO`. */
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

/**
 * Whether a line of a section is content. Blank lines, headings, labels, comments, thematic breaks, link definitions
 * and placeholders are not.
 */
export function isContent({ lines, kinds }: LineMap, index: number): boolean {
  const text = lines[index]?.text ?? ''
  switch (kinds[index]) {
    case 'blank':
    case 'heading':
    case 'thematic_break':
    case 'comment':
      return false
    case 'paragraph':
      return readDefinition(text) === undefined && readLabel(text) === undefined && !isPlaceholder(text)
    case 'list':
      return !isPlaceholder(text.replace(BULLET, ''))
    default:
      return true
  }
}
