// Adds entries under Unreleased. The new text is read again before it is given out: when anything but the
// expected entries has changed in it, the edit is refused.
import type { ChangeType, NewEntry } from './changelog.ts'
import { CHANGE_TYPES } from './changelog.ts'
import { formatItem, readDescriptions } from './description.ts'
import { isBlank } from './lines.ts'
import {
  type Category,
  isContent,
  type ParsedChangelog,
  parseChangelog,
  readEntries,
  type Section,
} from './parse.ts'
import { applySplices, insertAfter, replaceLines, type Splice } from './splice.ts'
import { bulletFor, categoryHeading, countBlanks, gapAboveCategory, gapBelowCategory } from './style.ts'
import { trimToLetters } from './trim.ts'
import { findUnreleased, lastBodyLine, NEW_CHANGELOG, withUnreleased } from './unreleased.ts'
import { verifyUpdate } from './verify.ts'

/** The order of Keep a Changelog, in which a missing heading finds its place. */
const ORDER = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security']

/**
 * The changelog with the entries under Unreleased, in order under the headings of their types; the same text
 * when there are no entries. All or nothing.
 * @throws CoreError `invalid_description` for an entry that could be read as more than one, `ambiguous_changelog`
 * when there are two Unreleased headings, `changelog_edit_refused` when the new text would read differently
 */
export function addEntries(text: string, entries: readonly NewEntry[]): string {
  if (entries.length === 0) return text
  const before = parseChangelog(text.replace('\uFEFF', '').trim() === '' ? text + NEW_CHANGELOG : text)
  let parsed = withUnreleased(before)
  const bullet = bulletFor(parsed, findUnreleased(parsed) as Section)
  const texts = readDescriptions(
    entries.map(({ description }) => description),
    bullet,
  )
  const described = entries.map(({ type }, index) => ({ type, lines: texts[index] ?? [] }))
  for (const type of CHANGE_TYPES) {
    const added = described.filter((entry) => entry.type === type).map(({ lines }) => lines)
    const items = added.map((lines) => formatItem(lines, bullet))
    if (items.length > 0) parsed = addToCategory(parsed, type, items)
  }
  const expected = described.map(({ type, lines }) => ({ type, description: lines.join('\n') }))
  verifyUpdate(before, parsed, expected)
  return parsed.text
}

function addToCategory(parsed: ParsedChangelog, type: ChangeType, items: string[][]): ParsedChangelog {
  const section = findUnreleased(parsed) as Section
  const category = section.categories.find(({ heading }) => namesType(heading.text, type))
  const splices = category
    ? [placeInCategory(parsed, section, category, items)]
    : placeNewCategory(parsed, section, type, items)
  return parseChangelog(applySplices(parsed.text, splices))
}

/** Whether a heading names a type, with or without signs around it: `### ✨ Added`. */
function namesType(heading: string, type: string): boolean {
  return trimToLetters(heading).toLowerCase() === type.toLowerCase()
}

function placeInCategory(
  parsed: ParsedChangelog,
  section: Section,
  category: Category,
  items: string[][],
): Splice {
  const { text, scan } = parsed
  const from = category.heading.lastLine + 1
  const entries = section.entries.filter(({ firstLine }) => firstLine >= from && firstLine < category.endLine)
  const last = entries.at(-1)
  if (last) {
    const isLoose = entries.length > 1 && isBlank(scan.lines[last.firstLine - 1]?.text ?? '')
    const spaced = items.flatMap((item) => (isLoose ? ['', ...item] : item))
    return insertAfter(text, scan.lines, last.endLine - 1, spaced)
  }
  const placeholder =
    readEntries(scan, null, from, category.endLine)[0] ?? findPlaceholderLine(parsed, from, category.endLine)
  if (placeholder) return replaceLines(scan.lines, placeholder.firstLine, placeholder.endLine, items.flat())
  const anchor = lastBodyLine(parsed, from, category.endLine)
  const gap = anchor >= from ? 1 : gapBelowCategory(parsed, section)
  return insertAfter(text, scan.lines, anchor, [...blanks(gap), ...items.flat()])
}

/** A paragraph that says there is nothing, such as `_No changes._`. */
function findPlaceholderLine({ scan }: ParsedChangelog, from: number, to: number) {
  const definitions = new Set(scan.definitions.map(({ line }) => line))
  for (let line = from; line < to; line++) {
    if (scan.kinds[line] !== 'paragraph' || isContent(scan, line)) continue
    if (!definitions.has(line)) return { firstLine: line, endLine: line + 1 }
  }
  return undefined
}

function placeNewCategory(
  parsed: ParsedChangelog,
  section: Section,
  type: ChangeType,
  items: string[][],
): Splice[] {
  const { text, scan } = parsed
  const from = section.heading.lastLine + 1
  const rank = (name: string) => ORDER.findIndex((known) => namesType(name, known))
  const later = section.categories.find(({ heading }) => rank(heading.text) > rank(type))
  const to = later?.heading.firstLine ?? section.endLine
  const block = [
    categoryHeading(parsed, section, type),
    ...blanks(gapBelowCategory(parsed, section)),
    ...items.flat(),
  ]
  const placeholder =
    section.categories.length === 0 &&
    (readEntries(scan, null, from, to).find(({ firstLine }) => !isContent(scan, firstLine)) ??
      findPlaceholderLine(parsed, from, to))
  if (placeholder) return [replaceLines(scan.lines, placeholder.firstLine, placeholder.endLine, block)]
  const anchor = Math.max(section.heading.lastLine, lastBodyLine(parsed, from, to))
  const above = gapAboveCategory(parsed, section)
  const needsBlankBelow = later && countBlanks(parsed, later.heading.firstLine, -1) === 0 ? above : 0
  return [insertAfter(text, scan.lines, anchor, [...blanks(above), ...block, ...blanks(needsBlankBelow)])]
}

function blanks(count: number): string[] {
  return new Array<string>(count).fill('')
}
