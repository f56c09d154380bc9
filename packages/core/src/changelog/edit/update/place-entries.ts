// Determines the positions of new entries in the Unreleased section: below the entries of their category, or
// below a new category heading.
import {
  type Category,
  type ChangelogDocument,
  type Entry,
  indentOf,
  isBlank,
  isContent,
  type LineMap,
  readEntries,
  type Section,
  trimToLetters,
} from '../../document/index.ts'
import { CHANGE_TYPES, type ChangeType } from '../../entry.ts'
import { compareLineAtEnd } from '../compare-line.ts'
import { readMarker } from '../markers.ts'
import { lastBodyLine } from '../section-footer.ts'
import { blanks, insertAfter, replaceLines, type Splice } from '../splice.ts'
import {
  categoryHeading,
  countBlanks,
  gapAboveCategory,
  gapBelowCategory,
  nextBullets,
} from '../style/index.ts'
import { refusal } from '../understood.ts'
import { formatItem } from './description.ts'

/** The order of categories in Keep a Changelog. It determines the position of a new heading. */
const ORDER = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security']

/** An entry, with the lines of its validated description. */
export interface DescribedEntry {
  readonly type: ChangeType
  readonly lines: readonly string[]
}

/** A type without a heading, with the lines of its new items. */
interface MissingCategory {
  readonly type: ChangeType
  readonly items: readonly string[][]
}

/** The splices that add entries, and the new list items. */
export interface Placement {
  readonly splices: readonly Splice[]
  /** The lines of each item, with its bullet. */
  readonly items: readonly string[][]
}

/**
 * Places the entries in the section, in the order of the change types.
 * @param bullet the bullet of items in a new list, with its indent and spaces
 */
export function placeEntries(
  document: ChangelogDocument,
  section: Section,
  bullet: string,
  described: readonly DescribedEntry[],
): Placement {
  const splices: Splice[] = []
  const missing: MissingCategory[] = []
  const placed: string[][] = []
  for (const type of CHANGE_TYPES) {
    const entries = described.filter((entry) => entry.type === type)
    if (entries.length === 0) continue
    const category = findCategory(section, type)
    const existing = category ? entriesOf(section, category) : []
    const bullets = nextBullets(document, existing, bullet, entries.length)
    const items = entries.map(({ lines }, index) => formatItem(lines, bullets[index] ?? bullet))
    placed.push(...items)
    if (category) splices.push(placeInCategory(document, section, category, items))
    else missing.push({ type, items })
  }
  return { splices: [...splices, ...placeMissing(document, section, missing)], items: placed }
}

function entriesOf({ entries }: Section, { heading, endLine }: Category): Entry[] {
  return entries.filter(({ firstLine }) => firstLine > heading.lastLine && firstLine < endLine)
}

/** Other names of the types. They count in a section that has no category with the type itself. */
const OTHER_NAMES: Readonly<Record<ChangeType, readonly string[]>> = {
  Added: ['new', 'new features', 'features', 'additions'],
  Changed: ['changes'],
  Removed: ['removals'],
}

/** Finds the category of a type. */
function findCategory({ categories }: Section, type: ChangeType): Category | undefined {
  for (const name of [type, ...OTHER_NAMES[type]]) {
    const found = categories.find(({ heading }) => namesType(heading.text, name))
    if (found) return found
  }
  return undefined
}

/**
 * Whether a heading names a type, with or without symbols around it, such as `### ✨ Added`. The first of two names counts, as
 * in `### Changed/Fixed`.
 */
function namesType(heading: string, type: string): boolean {
  const [name = ''] = heading.split('/')
  return trimToLetters(name).toLowerCase() === type.toLowerCase()
}

/** Returns the splice that places items below the last entry of their category. */
function placeInCategory(
  document: ChangelogDocument,
  section: Section,
  category: Category,
  items: readonly string[][],
): Splice {
  const { text, lineMap } = document
  const from = category.heading.lastLine + 1
  const entries = entriesOf(section, category)
  const last = entries.at(-1)
  if (last) {
    const isLoose =
      entries.length > 1 ? isBlank(lineMap.lines[last.firstLine - 1]?.text ?? '') : hasSpacedEntries(document)
    const inserted = items.flatMap((item) => (isLoose ? ['', ...item] : item))
    return insertAfter(text, lineMap.lines, last.endLine - 1, inserted)
  }
  const lines = joinItems(document, items)
  const placeholder = findPlaceholder(document, from, category.endLine)
  if (placeholder?.indentedLine === NONE)
    return replaceLines(lineMap.lines, placeholder.firstLine, placeholder.endLine, lines)
  const anchor = Math.max(
    lastBodyLine(document, from, category.endLine),
    lastHintLine(document, from, category.endLine),
    placeholder?.indentedLine ?? NONE,
  )
  assertClosed(lineMap, anchor)
  const gap = anchor >= from ? 1 : gapBelowCategory(document, section)
  return insertAfter(text, lineMap.lines, anchor, [...blanks(gap), ...lines])
}

/** Asserts that a line is not in the block that is open at the end of the file. What is inserted below it would be a part of it. */
function assertClosed({ kinds, openAtEnd }: LineMap, line: number): void {
  if (openAtEnd === undefined || kinds.slice(line).some((kind) => kind !== openAtEnd)) return
  throw refusal(line, 'a place for the entry, got a file that ends in an open fence or HTML block')
}

/**
 * The index of the last line of the comment directly below the heading of a category, such as `<!-- new features -->`.
 * `from − 1` when there is none.
 */
function lastHintLine({ lineMap: { lines, kinds } }: ChangelogDocument, from: number, to: number): number {
  let line = from
  while (line < to && kinds[line] === 'blank') line++
  if (kinds[line] !== 'comment' || line >= to || readMarker(lines[line]?.text ?? '') !== undefined)
    return from - 1
  while (line + 1 < to && kinds[line + 1] === 'comment') line++
  return line
}

/** The lines of the items of a new list. */
function joinItems(document: ChangelogDocument, items: readonly string[][]): string[] {
  const isLoose = hasSpacedEntries(document)
  return items.flatMap((item, index) => (isLoose && index > 0 ? ['', ...item] : item))
}

/** Whether entries are separated by blank lines, as the first two entries below one heading of the file are. */
function hasSpacedEntries({ lineMap, sections }: ChangelogDocument): boolean {
  for (const { entries } of sections) {
    const index = entries.findIndex((entry, position) => entries[position + 1]?.type === entry.type)
    const next = entries[index + 1]
    if (index !== -1 && next) return lineMap.kinds[next.firstLine - 1] === 'blank'
  }
  return false
}

/** No line. It is less than the index of any line. */
const NONE = -1

/** A list item such as `- None`, or a paragraph such as `_None._`. */
interface Placeholder {
  readonly firstLine: number
  /** The index after its last line. */
  readonly endLine: number
  /**
   * The index of the last line of the indented block below, such as a comment, or {@link NONE}. The block would become a part of
   * an entry in place of the placeholder.
   */
  readonly indentedLine: number
}

/** Finds a placeholder between two lines. */
function findPlaceholder(document: ChangelogDocument, from: number, to: number): Placeholder | undefined {
  const lines = findPlaceholderLines(document, from, to)
  return lines && { ...lines, indentedLine: lastIndentedLine(document.lineMap, lines.endLine, to) }
}

function findPlaceholderLines({ lineMap }: ChangelogDocument, from: number, to: number) {
  const item = readEntries(lineMap, null, from, to).find(({ firstLine }) => !isContent(lineMap, firstLine))
  if (item) return item
  const definitions = new Set(lineMap.definitions.map(({ line }) => line))
  for (let line = from; line < to; line++) {
    const isParagraph = lineMap.kinds[line] === 'paragraph' && !isPartOfParagraph(lineMap, line)
    if (!isParagraph || isContent(lineMap, line) || definitions.has(line)) continue
    return { firstLine: line, endLine: line + 1 }
  }
  return undefined
}

/** Whether a line of a paragraph is not the whole paragraph. */
function isPartOfParagraph({ kinds }: LineMap, line: number): boolean {
  return kinds[line - 1] === 'paragraph' || kinds[line + 1] === 'paragraph'
}

/** The content of an item has at least the indent of its marker and one space. */
const MIN_CONTENT_INDENT = 2

/** The index of the last line of the indented block that is the next one below a line, or {@link NONE}. */
function lastIndentedLine({ lines, kinds }: LineMap, from: number, to: number): number {
  let line = from
  while (line < to && kinds[line] === 'blank') line++
  const kind = kinds[line]
  if (line >= to || kind === 'heading' || indentOf(lines[line]?.text ?? '') < MIN_CONTENT_INDENT) return NONE
  while (line + 1 < to && kinds[line + 1] === kind) line++
  return line
}

/**
 * Returns the splices that place new categories. Those before the same existing category share a splice,
 * because separate splices at one offset would not have the right blank lines between them.
 */
function placeMissing(
  document: ChangelogDocument,
  section: Section,
  missing: readonly MissingCategory[],
): Splice[] {
  const rank = (name: string) => ORDER.findIndex((category) => namesType(name, category))
  const { categories } = section
  // Categories with other names, such as Contributors, stay behind the others.
  const lastKnown = categories.findLastIndex(({ heading }) => rank(heading.text) !== -1)
  const nextOf = ({ type }: MissingCategory) =>
    categories.find(({ heading }) => rank(heading.text) > rank(type)) ??
    (lastKnown === -1 ? undefined : categories[lastKnown + 1])
  const groups = new Map<Category | undefined, MissingCategory[]>()
  for (const category of missing) {
    const next = nextOf(category)
    groups.set(next, [...(groups.get(next) ?? []), category])
  }
  return [...groups].map(([next, group]) => placeBefore(document, section, next, group))
}

/**
 * Returns the splice that places new categories before the category `next`, or at the end of the section when
 * `next` is undefined.
 */
function placeBefore(
  document: ChangelogDocument,
  section: Section,
  next: Category | undefined,
  group: readonly MissingCategory[],
): Splice {
  const { text, lineMap } = document
  const from = section.heading.lastLine + 1
  const to = next?.heading.firstLine ?? compareLineAtEnd(document, section) ?? section.endLine
  const above = gapAboveCategory(document, section, 'later')
  const block = group.flatMap(({ type, items }, index) => [
    ...blanks(index === 0 ? 0 : above),
    categoryHeading(document, section, type),
    ...blanks(gapBelowCategory(document, section)),
    ...joinItems(document, items),
  ])
  const placeholder = section.categories.length === 0 ? findPlaceholder(document, from, to) : undefined
  if (placeholder?.indentedLine === NONE)
    return replaceLines(lineMap.lines, placeholder.firstLine, placeholder.endLine, block)
  const anchor = Math.max(
    section.heading.lastLine,
    lastBodyLine(document, from, to),
    placeholder?.indentedLine ?? NONE,
  )
  assertClosed(lineMap, anchor)
  const isFirst = anchor === section.heading.lastLine
  const aboveBlock = isFirst ? gapAboveCategory(document, section, 'first') : above
  // The blank lines that are above `next` stay between the block and `next`.
  const below = next ? Math.max(0, above - countBlanks(document, next.heading.firstLine, -1)) : 0
  return insertAfter(text, lineMap.lines, anchor, [...blanks(aboveBlock), ...block, ...blanks(below)])
}
