// Finds what a release leaves under Unreleased or directly below it: templates of categories, and the marker of the released
// versions.
import {
  type Category,
  type ChangelogDocument,
  isContent,
  isTemplate,
  readEntries,
  type Section,
  textAt,
} from '../../document/index.ts'
import { blanks, eolNear, type Splice } from '../../splice.ts'
import { countBlanks, readMarker } from '../section-edges.ts'
import { gapAboveCategory } from '../style/index.ts'

/** The lines of a template. `endLine` is exclusive. */
interface Template {
  readonly firstLine: number
  readonly endLine: number
}

/**
 * Finds the templates of a section: categories without entries, but with a comment, or an item such as `- TODO`.
 * @returns the index of the last line of those above all content, or −1; the lines of the others, with the blank lines above each;
 * and the splices that remove the others
 */
export function findTemplates(document: ChangelogDocument, section: Section) {
  const { categories, heading } = section
  const found = categories.map((category, index) =>
    readTemplate(document, category, index === categories.length - 1),
  )
  const top = heading.lastLine + 1
  const bottom = categories[0]?.heading.firstLine ?? section.endLine
  const hasContentAbove = rangeHasContent(document, top, bottom)
  const item = hasContentAbove ? undefined : findTemplateItem(document, top, bottom)
  const firstFilled = hasContentAbove ? 0 : Math.max(0, found.indexOf(undefined))
  const others = found.slice(firstFilled).filter((template) => template !== undefined)
  const gap = blanks(gapAboveCategory(document, section, 'later'))
  const textsOf = ({ firstLine, endLine }: Template) =>
    document.lines.slice(firstLine, endLine).map(({ text }) => text)
  return {
    lastLineAbove: (found[firstFilled - 1]?.endLine ?? item?.endLine ?? 0) - 1,
    lines: others.flatMap((template) => [...gap, ...textsOf(template)]),
    removals: others.map((template) => removeTemplate(document, template)),
  }
}

function readTemplate(
  document: ChangelogDocument,
  { heading, endLine }: Category,
  isLast: boolean,
): Template | undefined {
  const { kinds } = document
  const from = heading.lastLine + 1
  const isTemplateCategory =
    kinds.slice(from, endLine).includes('comment') || findTemplateItem(document, from, endLine) !== undefined
  if (!isTemplateCategory || rangeHasContent(document, from, endLine)) return undefined
  let end = from
  if (isLast) {
    // What follows the first comment or list can belong to the next version.
    while (kinds[end] === 'blank') end++
    while (end < endLine && (kinds[end] === 'comment' || kinds[end] === 'list')) end++
  } else {
    end = endLine
    while (kinds[end - 1] === 'blank') end--
  }
  return end > from ? { firstLine: heading.firstLine, endLine: end } : undefined
}

function findTemplateItem(document: ChangelogDocument, from: number, to: number) {
  return readEntries(document, null, from, to).find(({ description }) => isTemplate(description))
}

function rangeHasContent(document: ChangelogDocument, from: number, to: number): boolean {
  for (let line = from; line < to; line++) if (isContent(document, line)) return true
  return false
}

/** Removes a template and the blank lines above it. */
function removeTemplate(document: ChangelogDocument, { firstLine, endLine }: Template): Splice {
  const { lines } = document
  const from = firstLine - countBlanks(document, firstLine, -1)
  const above = lines[from - 1]
  const { end = 0, eol = '' } = lines[endLine - 1] ?? {}
  // A file without a final line ending remains without one.
  const isCut = eol === '' && above !== undefined
  const start = isCut ? above.end - eolNear(document, from - 1).length : (lines[from]?.start ?? 0)
  return { start, end, insert: '' }
}

/**
 * Finds a comment such as `<!-- Released section -->`, which stays between Unreleased and the released versions.
 * @returns its line, with the blank lines around it, and the splice that removes it from where it is
 */
export function findReleasedMarker(document: ChangelogDocument, section: Section) {
  const { lines, kinds } = document
  let line = section.endLine - 1
  while (line > section.heading.lastLine && kinds[line] === 'blank') line--
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
