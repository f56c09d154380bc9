// Parses the text of a changelog into sections and entries, each with its line numbers.

import type { ChangelogEntry } from '../entry.ts'
import { isItem, readDefinition } from './blocks.ts'
import { columnsOf, indentOf, isBlank, splitLines } from './lines.ts'
import { type Heading, type Scan, scan } from './scan.ts'
import { trimEndWhile } from './trim.ts'
import { type HeadingMeaning, readHeading } from './version-heading.ts'

/** A list item, or several lines of one. Lines are numbered from 0. `endLine` is exclusive. */
export interface Entry extends ChangelogEntry {
  readonly firstLine: number
  readonly endLine: number
}

/** A heading below a version heading, such as `### Added`, with the lines up to the next heading. */
export interface Category {
  readonly heading: Heading
  readonly endLine: number
}

/** The part of a changelog under a version heading, or under Unreleased. */
export interface Section {
  readonly heading: Heading
  readonly meaning: Exclude<HeadingMeaning, { kind: 'other' }>
  /** The line behind the section: the next section, a higher heading, or the end of the file. */
  readonly endLine: number
  readonly categories: readonly Category[]
  /** The entries in order, without placeholders. */
  readonly entries: readonly Entry[]
}

/** A parsed changelog: its text, its lines, and its sections in order. */
export interface ChangelogDocument {
  readonly text: string
  readonly scan: Scan
  readonly sections: readonly Section[]
}

/** Parses a whole changelog. Every text is valid. A text without version headings has no sections. */
export function parseChangelog(text: string): ChangelogDocument {
  const scanned = scan(splitLines(text))
  const marks = scanned.headings.map((heading) => ({ heading, meaning: readHeading(heading.text) }))
  const sections = marks.flatMap(({ heading, meaning }, index) => {
    if (meaning.kind === 'other') return []
    const end = findEnd(marks, index)
    const inside = marks.slice(index + 1, end).map((mark) => mark.heading)
    return [
      readSection(scanned, heading, meaning, inside, marks[end]?.heading.firstLine ?? scanned.lines.length),
    ]
  })
  return { text, scan: scanned, sections }
}

/** A heading of the file with its meaning. */
interface Mark {
  readonly heading: Heading
  readonly meaning: HeadingMeaning
}

/** The index of the heading that ends a section. It is the number of headings when the section ends with the file. */
function findEnd(marks: readonly Mark[], section: number): number {
  const { heading } = marks[section] as Mark
  let end = section + 1
  for (let next = marks[end]; next && !endsSection(heading, next); next = marks[end]) end++
  return end
}

/**
 * Whether `next` ends a section. A section ends at the next version, or at a heading that is not below it. Files with
 * patch versions at the third level have their categories at the third level too.
 */
function endsSection({ level }: Heading, next: Mark): boolean {
  if (next.meaning.kind !== 'other') return true
  return level >= 3 ? next.heading.level < level : next.heading.level <= level
}

function readSection(
  scanned: Scan,
  heading: Heading,
  meaning: Section['meaning'],
  inside: readonly Heading[],
  endLine: number,
): Section {
  const categories = inside.map((category, index) => ({
    heading: category,
    endLine: inside[index + 1]?.firstLine ?? endLine,
  }))
  const parts = [
    { type: null, from: heading.lastLine + 1, to: categories[0]?.heading.firstLine ?? endLine },
    ...categories.map((category) => ({
      type: category.heading.text,
      from: category.heading.lastLine + 1,
      to: category.endLine,
    })),
  ]
  const entries = parts.flatMap(({ type, from, to }) => readEntries(scanned, type, from, to))
  return {
    heading,
    meaning,
    endLine,
    categories,
    entries: entries.filter((entry) => !isPlaceholder(entry.description)),
  }
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
