// Adds entries to the Unreleased section: below the entries of their category, or below a new category heading.
import {
  type Category,
  type ChangelogDocument,
  ENTRY_LABEL,
  type Entry,
  findPlaceholders,
  findUnreleased,
  indentOf,
  isBlank,
  isCategory,
  isProse,
  parseChangelog,
  type Section,
  textAt,
  trimToLetters,
} from '../../document/index.ts'
import {
  BUMP_CATEGORIES,
  BUMP_CATEGORY,
  CHANGE_TYPES,
  type ChangeType,
  COMMIT_TYPES,
  NAME_SETS,
  type NewEntry,
  TYPE_NAMES,
} from '../../entry.ts'
import { applySplices, blanks, insertAfter, replaceLines, type Splice } from '../../splice.ts'
import { verifyUpdate } from '../../verify/index.ts'
import { compareLineAtEnd } from '../links.ts'
import { assertEditable, refusal } from '../refusals.ts'
import { countBlanks, isListTitle, lastBodyLine, readMarker } from '../section-edges.ts'
import {
  bulletFor,
  categoryHeading,
  formatItem,
  gapAboveCategory,
  gapBelowCategory,
  hasSpacedEntries,
  linesBetweenVersions,
  nextBullets,
} from '../style/index.ts'
import { validateDescriptions } from './description.ts'
import { ensureUnreleased } from './insert-unreleased.ts'

/**
 * Adds entries to the Unreleased section, in order, under the headings of their types: all of them or none. A missing heading is created.
 * @throws AppError `changelog/invalid_description` when a description could be read as more than one entry,
 * `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused` when the file has conflict markers, or
 * when the edit would change more than the entries and their category headings
 */
export function addEntries(document: ChangelogDocument, entries: readonly NewEntry[]): ChangelogDocument {
  if (entries.length === 0) return document
  assertEditable(document)
  const { document: before, section } = ensureUnreleased(document)
  const own = bulletFor(before, section)
  const isText = entries.every(({ description }) => isProse(description) && !/\n/.test(description.trim()))
  const bullet = isBlank(own) && !isText ? '- ' : own
  const descriptions = validateDescriptions(entries, isBlank(bullet) ? '- ' : bullet)
  const all = before.sections.map(({ categories }) => categories.map(({ heading }) => heading.text))
  // In a file of changesets, the newest sections start with its categories.
  const tops = all.flatMap(([first]) => first ?? []).slice(0, 4)
  const hasBumps = tops.length > 0 && tops.every((name) => BUMP_CATEGORIES.includes(name))
  const whole = { heading: section.heading, endLine: compareLineAtEnd(before, section) ?? section.endLine }
  const isFlat = entries.some((one) => one.isFlat) && hasNoCategories(before, section)
  // Types that the file does not distinguish have one category.
  const places = new Map<string, { category: Category | undefined; lines: string[][] }>()
  for (const type of CHANGE_TYPES) {
    const own = descriptions.filter((_, index) => entries[index]?.type === type)
    const label = entryLabel(before, section, type)
    const usual = hasBumps ? BUMP_CATEGORY[type] : categoryName(all.flat(), type)
    const names = [...(hasBumps ? [] : TYPE_NAMES[type]), nameOf(usual)]
    const known = (name: string) => section.categories.find(({ heading }) => nameOf(heading.text) === name)
    const category = label === '' && !isFlat ? names.flatMap((one) => known(one) ?? [])[0] : whole
    const name = category?.heading.text ?? usual
    const { lines } = places.get(name) ?? { lines: [] }
    const labelled = own.map(([first = '', ...rest]) => [label + first, ...rest])
    if (own.length > 0) places.set(name, { category, lines: [...lines, ...labelled] })
  }
  const groups = [...places].map(([name, { category, lines }]): NewItems => {
    const above = category ? entriesOf(section, category) : []
    const bullets = nextBullets(before, above, bullet, lines.length)
    return { name, category, items: lines.map((one, index) => formatItem(one, bullets[index] ?? bullet)) }
  })
  const splices = groups.flatMap(({ category, items }) =>
    category ? placeInCategory(before, section, category, items) : [],
  )
  splices.push(...placeMissing(before, section, groups))
  const added = groups.flatMap(({ items }) => items.map((lines) => lines.join('\n')))
  const after = parseChangelog(applySplices(before.text, splices))
  const count = findUnreleased(after)?.entries.length ?? 0
  const got = before.openAtEnd ? 'a file that ends in an open fence or HTML block' : `one for ${count}`
  if (count < entries.length) throw refusal(section.heading.firstLine, `a place for the entry, got ${got}`)
  verifyUpdate({ before, splices }, added, groups.length)
  return after
}

/** The new items of a category, each with the lines of its description. */
interface NewItems {
  readonly name: string
  readonly items: readonly string[][]
  /** Undefined when the section has no such heading. */
  readonly category: Category | undefined
}

function entriesOf({ entries }: Section, { heading, endLine }: Category): Entry[] {
  return entries.filter(({ firstLine }) => firstLine > heading.lastLine && firstLine < endLine)
}

/** Whether the entries of a section have no category or, without any, those of the two newest versions. */
function hasNoCategories({ newestFirst }: ChangelogDocument, section: Section): boolean {
  const filled = [section, ...newestFirst].filter(({ entries }) => entries.length > 0)
  const models = filled[0] === section ? [section] : [section, ...filled.slice(0, 2)]
  return filled.length > 0 && models.every(({ categories }) => categories.length === 0)
}

/** Number of the newest sections whose entries show that they have labels. */
const MAX_MODELS = 10

/** The label of new entries of a type, when most of the newest entries have one in place of a category. Otherwise empty. */
function entryLabel({ sections }: ChangelogDocument, { categories }: Section, type: ChangeType): string {
  const newest = sections.slice(0, MAX_MODELS).flatMap(({ entries }) => entries)
  const isOwnLabel = (entry: Entry) => entry.type === null || /^\W*\[/.test(entry.description)
  const labelOf = ({ description }: Entry) => ENTRY_LABEL.exec(description)
  const isKnown = (label: RegExpExecArray | null) =>
    COMMIT_TYPES.includes(label?.[2]?.toLowerCase() ?? '') || isCategory(label?.[2] ?? '')
  // Without categories, other words in brackets beside `[Fix] x` are labels, too.
  const own = newest.filter(isOwnLabel).map(labelOf)
  const hasTypes = !newest.some((entry) => entry.type) && own.some((label) => isCategory(label?.[2] ?? ''))
  const labels = own.filter((label) => isKnown(label) || (hasTypes && label?.[1]?.endsWith('[')))
  const known = labels.filter(isKnown)
  const [, start = '', , end = ''] = known[0] ?? []
  if (categories.length > 0 || Math.min(labels.length, known.length * 4) * 2 <= newest.length) return ''
  const usual = known.some((label) => COMMIT_TYPES.includes(label?.[2] ?? '')) ? ['feat', 'fix'] : []
  const older = sections.flatMap(({ entries }) => entries.filter(isOwnLabel))
  const all = older.map(labelOf).filter(isKnown)
  return start + categoryName([...all.map((label) => label?.[2] ?? ''), ...usual], type) + end
}

/** The name of a category: that of its type, when one of the two newest names for it is that, or else the newest name. */
function categoryName(names: readonly string[], type: ChangeType): string {
  const all = names.filter((name) => !/[\d/]/.test(name))
  const known = all.filter((name) => TYPE_NAMES[type].includes(nameOf(name)))
  const found = known.slice(0, 2).find((name) => nameOf(name) === type.toLowerCase()) ?? known[0]
  // Where the newest categories are not those of types, one has all changes, or all others.
  const recent = all.slice(0, 6)
  const own = ['changes', ...TYPE_NAMES.Added, ...TYPE_NAMES.Fixed]
  const hasOwn = !/^(?:Added|Fixed)$/.test(type) || recent.some((name) => own.includes(nameOf(name)))
  const others = recent.filter((name) => /^(?:other(?: changes)?|what['’]s changed)$/.test(nameOf(name)))
  const usual = hasOwn ? found : (others[1] ?? found)
  if (usual !== undefined) return usual
  const labels = recent.map((name) => name.replaceAll(/^\*\*|:\**$|(?<!\*)\*+$/g, ''))
  const set = NAME_SETS.find((one) => labels.some((label) => Object.values(one).includes(label)))
  if (set?.[type] && !CHANGE_TYPES.some((one) => labels.includes(one))) return set[type]
  const isMost = (form: RegExp) => all.filter((name) => form.test(name)).length > all.length / 2
  if (isMost(/^(?=.*\p{Lu})\P{Ll}+$/u)) return type.toUpperCase()
  return isMost(/^\p{Ll}[\p{Ll} &-]*$/u) ? type.toLowerCase() : type
}

/** The name of a category, without symbols: `added` for `### ✨ Added` and `### :star: Added`. Of two, as in `Changed/Fixed` and `Fixes and improvements`, the first one. */
function nameOf(heading: string): string {
  return trimToLetters(heading.replace(/(?:\/|(?<!new) and | & ).*$/i, '')).toLowerCase()
}

/** Places items below the last entry of their category. */
function placeInCategory(
  document: ChangelogDocument,
  section: Section,
  category: Category,
  items: readonly string[][],
): Splice {
  const from = category.heading.lastLine + 1
  const to = category.endLine
  const entries = entriesOf(section, category)
  const last = entries.at(-1)
  const lines = joinItems(document, items)
  const placeholder = findReplaced(document, from, to)
  if (placeholder?.indentedLine === -1)
    return replaceLines(document, placeholder.firstLine, placeholder.endLine, lines)
  if (last) {
    const isSpaced =
      entries.length > 1 ? countBlanks(document, last.firstLine, -1) > 0 : hasSpacedEntries(document)
    const inserted = items.flatMap((item) => (isSpaced ? ['', ...item] : item))
    return insertAfter(document, last.endLine - 1, inserted)
  }
  // An item that asks for entries stays below them.
  const request = findPlaceholders(document, from, to).find((one) => one.isItem && one.kind === 'request')
  if (request) return insertAfter(document, request.firstLine - 1, lines)
  const below = Math.max(lastLineBelow(document, from, to), placeholder?.indentedLine ?? -1)
  const anchor = Math.max(lastBodyLine(document, from, to), below)
  const gap = anchor >= from ? 1 : gapBelowCategory(document, section)
  return insertAfter(document, anchor, [...blanks(gap), ...lines])
}

/** The lines of the items of a new list. */
function joinItems(document: ChangelogDocument, items: readonly string[][]): string[] {
  const isSpaced = hasSpacedEntries(document)
  return items.flatMap((item, index) => (isSpaced && index > 0 ? ['', ...item] : item))
}

/** Places new categories in the order of Keep a Changelog. Those before the same category share a splice, with its blank lines. */
function placeMissing(document: ChangelogDocument, section: Section, all: readonly NewItems[]): Splice[] {
  const rank = (name: string) => {
    const byType = CHANGE_TYPES.findIndex((type) => TYPE_NAMES[type].includes(nameOf(name)))
    return BUMP_CATEGORIES.includes(name) ? BUMP_CATEGORIES.indexOf(name) : byType
  }
  const { categories } = section
  // Categories with other names, such as Contributors, stay behind the others.
  const lastKnown = categories.findLastIndex(({ heading }) => rank(heading.text) !== -1)
  const afterKnown = lastKnown === -1 ? undefined : categories[lastKnown + 1]
  const groups = new Map<Category | undefined, NewItems[]>()
  for (const one of all) {
    if (one.category) continue
    const next = categories.find(({ heading }) => rank(heading.text) > rank(one.name)) ?? afterKnown
    groups.set(next, [...(groups.get(next) ?? []), one])
  }
  return [...groups].map(([next, group]) => placeBefore(document, section, next, group))
}

/** Places new categories before the category `next`, or at the end of the section when `next` is undefined. */
function placeBefore(
  document: ChangelogDocument,
  section: Section,
  next: Category | undefined,
  group: readonly NewItems[],
): Splice {
  const { lastLine } = section.heading
  const from = lastLine + 1
  const to = next?.heading.firstLine ?? compareLineAtEnd(document, section) ?? section.endLine
  const above = gapAboveCategory(document, section, 'later')
  const block = group.flatMap(({ name, items }, index) => {
    const heading = categoryHeading(document, section, name)
    if (heading.length === 0) return joinItems(document, items)
    const gap = blanks(gapBelowCategory(document, section))
    return [...blanks(index === 0 ? 0 : above), ...heading, ...gap, ...joinItems(document, items)]
  })
  const placeholder = section.categories.length === 0 ? findReplaced(document, from, to) : undefined
  if (placeholder?.indentedLine === -1) {
    const isBelowItem = document.kinds[placeholder.firstLine - 1] === 'list'
    const lines = [...blanks(isBelowItem ? above : 0), ...block]
    return replaceLines(document, placeholder.firstLine, placeholder.endLine, lines)
  }
  const body = lastBodyLine(document, from, to)
  // The comment below an empty category belongs to it.
  const isEmpty = section.categories.some(({ heading }) => heading.lastLine === body)
  const hint = isEmpty ? lastLineBelow(document, body + 1, to) : -1
  const anchor = Math.max(lastLine, body, hint, placeholder?.indentedLine ?? -1)
  const isFirst = anchor === lastLine
  const isList = isListTitle(document, section.heading)
  const gapAbove = isFirst ? gapAboveCategory(document, section, 'first') : isList ? 0 : above
  // The blank lines that are above `next` stay between the block and `next`.
  // So do those between versions, directly above the next one.
  const isTight = isFirst && document.kinds[anchor + 1] === 'heading'
  const wanted = next ? above : isTight ? linesBetweenVersions(document).filter(isBlank).length : 0
  const below = Math.max(0, wanted - countBlanks(document, next?.heading.firstLine ?? anchor + 1, -1))
  return insertAfter(document, anchor, [...blanks(gapAbove), ...block, ...blanks(below)])
}

/**
 * Finds the placeholder that new lines replace: the last one that says that there is nothing, when no entry follows it. `indentedLine`: the
 * last line of the indented block below, such as a comment, or −1. It would become a part of an entry in that place.
 */
function findReplaced(document: ChangelogDocument, from: number, to: number) {
  const found = findPlaceholders(document, from, to).findLast(({ kind }) => kind === 'nothing')
  if (!found || document.kinds.slice(found.endLine, to).includes('list')) return undefined
  // The content of an item has at least the indent of its marker and one space.
  const isIndented = (text: string, kind?: string) => kind !== 'heading' && indentOf(text) > 1
  return { ...found, indentedLine: lastLineBelow(document, found.endLine, to, isIndented) }
}

/**
 * The index of the last line of the next block from line `from` on, when a test accepts its first line. Otherwise −1. By default, the
 * block is a comment of the category above it, such as `<!-- new features -->`.
 */
function lastLineBelow(
  document: ChangelogDocument,
  from: number,
  to: number,
  test = (text: string, kind?: string) => kind === 'comment' && readMarker(text) === undefined,
): number {
  const { kinds } = document
  const first = from + countBlanks(document, from - 1, 1)
  let line = first
  while (line + 1 < to && kinds[line + 1] === kinds[first]) line++
  return first < to && test(textAt(document, first), kinds[first]) ? line : -1
}
