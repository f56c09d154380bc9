// Finds what a release leaves under Unreleased or directly below it: templates of categories, placeholders, and the marker of the
// released versions.
import {
  type Category,
  type ChangelogDocument,
  type Entry,
  findPlaceholders,
  hasContent,
  isCategory,
  type Section,
  textAt,
} from '../../document/index.ts'
import { blanks, eolNear, type Splice } from '../../splice.ts'
import { countBlanks, readMarker } from '../section-edges.ts'
import { gapAboveCategory, gapBelowCategory, newestReleases } from '../style/index.ts'

/** Lines of the section. `endLine` is exclusive. */
type Range = Pick<Entry, 'firstLine' | 'endLine'>

/**
 * Finds what stays under Unreleased: categories without entries, the headings of all categories when several are empty, and items
 * that ask for entries. A placeholder such as `None yet` beside an entry is in neither section. `lastLineAbove` is the last line of those
 * above all content, or −1.
 */
export function findRemains(document: ChangelogDocument, section: Section) {
  const { categories, heading } = section
  const textsOf = ({ firstLine, endLine }: Range) =>
    document.lines.slice(firstLine, endLine).map(({ text }) => text)
  const gapBelow = blanks(gapBelowCategory(document, section))
  /** The lines that leave the version, and those that Unreleased gets. */
  const besideContent = (from: number, to: number, above: readonly string[]) => {
    const removed = findPlaceholders(document, from, to)
    const requests = removed.filter(({ kind }) => kind === 'request')
    return { removed, kept: requests.length > 0 ? [...above, ...requests.flatMap(textsOf)] : [] }
  }
  const top = heading.lastLine + 1
  const bottom = categories[0]?.heading.firstLine ?? section.endLine
  // Placeholders above all content stay where they are.
  const leading = findPlaceholders(document, top, bottom).findLast(
    ({ firstLine }) => !hasContent(document, top, firstLine),
  )
  // So does a comment that shows the form of entries.
  const start = Math.max(leading?.endLine ?? top, templateEnd(document, top))
  const hasContentAbove = hasContent(document, start, bottom)
  const released = newestReleases(document).flatMap((release) => release.categories)
  const placeholdersOf = (one: Category) => findPlaceholders(document, one.heading.lastLine + 1, one.endLine)
  // The releases can say that a category has no entries, as in `### Added` with `- Nothing.`.
  const ships = released.some((one) => placeholdersOf(one).some(({ kind }) => kind === 'nothing'))
  const definitions = new Set(document.definitions.map(({ line }) => line))
  const isEmpty = ({ heading: { lastLine }, endLine }: Category) =>
    document.kinds.every(
      (kind, line) => line <= lastLine || line >= endLine || kind === 'blank' || definitions.has(line),
    )
  const empty = categories.filter(isEmpty)
  // Empty categories are a template of all of them, which each version has or not.
  const isTemplate = empty.some((one) => isCategory(one.heading.text))
  const isSkeleton = empty.length > 1 || (categories.length > 2 && isTemplate)
  const shipsEmpty = released.some(isEmpty)
  const templates = categories.map((category, index) => {
    if (!isEmpty(category)) return readTemplate(document, category, ships, index === categories.length - 1)
    const { firstLine, lastLine } = category.heading
    return shipsEmpty ? undefined : { firstLine, endLine: lastLine + 1 }
  })
  const firstFilled = hasContentAbove ? 0 : Math.max(0, templates.indexOf(undefined))
  const others = categories.slice(firstFilled).map(({ heading: name, endLine }, index) => {
    const template = templates[firstFilled + index]
    if (template) return { removed: [template], kept: textsOf(template) }
    const title = textsOf({ firstLine: name.firstLine, endLine: name.lastLine + 1 })
    const copy = isSkeleton ? title : []
    // What says in each version that there is nothing is released.
    if (!hasContent(document, name.lastLine + 1, endLine)) return { removed: [], kept: copy }
    const beside = besideContent(name.lastLine + 1, endLine, [...title, ...gapBelow])
    return { ...beside, kept: beside.kept.length > 0 ? beside.kept : copy }
  })
  const remains = [besideContent(start, bottom, []), ...others]
  const gap = blanks(gapAboveCategory(document, section, 'later'))
  const topGap = isSkeleton ? blanks(gapAboveCategory(document, section, 'first')) : gap
  const isAtTop = firstFilled === 0 && start === top
  const removed = remains.flatMap((one) => one.removed)
  return {
    lastLineAbove: (templates[firstFilled - 1]?.endLine ?? (start > top ? start : 0)) - 1,
    lines: remains
      .filter(({ kept }) => kept.length > 0)
      .flatMap(({ kept }, index) => [...(index === 0 && isAtTop ? topGap : gap), ...kept]),
    removals: removed.map((range) => removeLines(document, range)),
    removedLines: removed.flatMap(textsOf),
  }
}

/** The line after a comment with the headings of categories at the top of a section, or a note about it. Otherwise `from`. */
export function templateEnd(document: ChangelogDocument, from: number): number {
  const { kinds, lines } = document
  const start = from + countBlanks(document, from - 1, 1)
  const end = kinds.findIndex((kind, line) => line >= start && kind !== kinds[start])
  const form =
    kinds[start] === 'comment' ? /^#{2,4} / : /^(?:the unreleased section|an? in-progress version)\b/i
  return lines.slice(start, end).some(({ text }) => form.test(text)) ? end : from
}

/** Finds the lines of a category without entries that has a comment or a placeholder that is not released. */
function readTemplate(
  document: ChangelogDocument,
  { heading, endLine }: Category,
  ships: boolean,
  isLast: boolean,
): Range | undefined {
  const { kinds } = document
  const from = heading.lastLine + 1
  const placeholders = findPlaceholders(document, from, endLine)
  const placeholder = placeholders.find(({ kind }) => !ships || kind === 'request')
  const isTemplate = placeholder !== undefined || kinds.slice(from, endLine).includes('comment')
  if (!isTemplate || hasContent(document, from, endLine)) return undefined
  let end = endLine - countBlanks(document, endLine, -1)
  if (isLast) {
    // What follows the first comment or placeholder can belong to the next version.
    end = from + countBlanks(document, from - 1, 1)
    while (end < endLine && (kinds[end] === 'comment' || end === placeholder?.firstLine)) end++
  }
  return end > from ? { firstLine: heading.firstLine, endLine: end } : undefined
}

/** Removes lines, and the blank lines above them when a blank line or the end of the file follows. */
function removeLines(document: ChangelogDocument, { firstLine, endLine }: Range): Splice {
  const { lines, kinds } = document
  const isLastOfList = endLine >= lines.length || kinds[endLine] === 'blank'
  const from = isLastOfList ? firstLine - countBlanks(document, firstLine, -1) : firstLine
  const above = lines[from - 1]
  const { end = 0, eol = '' } = lines[endLine - 1] ?? {}
  // A file without a final line ending remains without one.
  const isCut = eol === '' && above !== undefined
  const start = isCut ? above.end - eolNear(document, from - 1).length : (lines[from]?.start ?? 0)
  return { start, end, insert: '' }
}

/** Finds a comment such as `<!-- Released section -->`, which stays between Unreleased and the released versions. */
export function findReleasedMarker(document: ChangelogDocument, section: Section) {
  const { lines, kinds } = document
  const line = section.endLine - 1 - countBlanks(document, section.endLine, -1)
  const marker = lines[line]
  const isOneLine = kinds[line] === 'comment' && kinds[line - 1] !== 'comment'
  if (!marker || !isOneLine || readMarker(textAt(document, line)) !== 'released') return undefined
  const above = countBlanks(document, line, -1)
  const below = countBlanks(document, line, 1)
  const next = lines[section.endLine]
  return {
    lines: [...blanks(above), marker.text, ...blanks(below)],
    removal: { start: marker.start, end: above > 0 && next ? next.start : marker.end, insert: '' },
  }
}
