// Finds the categories of the Unreleased section that are templates: they have no entries, but a comment such as
// `<!-- new features -->`, or an item such as `- TODO`. A release leaves them under Unreleased.
import {
  type Category,
  type ChangelogDocument,
  isContent,
  isTemplate,
  readEntries,
  type Section,
} from '../../document/index.ts'
import { eolNear, type Splice } from '../splice.ts'
import { gapAboveCategory } from '../style/index.ts'

/** The templates of a section. */
export interface Templates {
  /** The index of the last line of those above all content. −1 when there are none. */
  readonly lastLineAbove: number
  /** The lines of the others, with the blank lines above each. */
  readonly lines: readonly string[]
  /** The splices that remove the others. */
  readonly removals: readonly Splice[]
}

interface Template {
  readonly firstLine: number
  /** The index after its last line. */
  readonly endLine: number
}

/** Finds the templates of a section. */
export function findTemplates(document: ChangelogDocument, section: Section): Templates {
  const { categories, heading } = section
  const { lineMap } = document
  const found = categories.map((category, index) =>
    readTemplate(document, category, index === categories.length - 1),
  )
  const top = heading.lastLine + 1
  const bottom = categories[0]?.heading.firstLine ?? section.endLine
  const hasContentAbove = rangeHasContent(document, top, bottom)
  const item = hasContentAbove ? undefined : findTemplateItem(document, top, bottom)
  const firstFilled = hasContentAbove ? 0 : found.indexOf(undefined)
  const above = found.slice(0, Math.max(0, firstFilled)) as Template[]
  const others = found.slice(Math.max(0, firstFilled)).filter((template) => template !== undefined)
  const gap = new Array<string>(gapAboveCategory(document, section, 'later')).fill('')
  return {
    lastLineAbove: (above.at(-1)?.endLine ?? item?.endLine ?? 0) - 1,
    lines: others.flatMap(({ firstLine, endLine }) => [
      ...gap,
      ...lineMap.lines.slice(firstLine, endLine).map(({ text }) => text),
    ]),
    removals: others.map((template) => removeLines(document, template)),
  }
}

function readTemplate(
  document: ChangelogDocument,
  { heading, endLine }: Category,
  isLast: boolean,
): Template | undefined {
  const { kinds } = document.lineMap
  const from = heading.lastLine + 1
  const isTemplateCategory =
    kinds.slice(from, endLine).includes('comment') || findTemplateItem(document, from, endLine) !== undefined
  if (!isTemplateCategory || rangeHasContent(document, from, endLine)) return undefined
  const isOwn = (line: number) =>
    kinds[line] !== 'blank' && (!isLast || kinds[line] === 'comment' || kinds[line] === 'list')
  let end = from
  if (isLast) {
    // What follows the first comment can belong to the next version.
    while (kinds[end] === 'blank') end++
    while (end < endLine && isOwn(end)) end++
  } else {
    end = endLine
    while (!isOwn(end - 1)) end--
  }
  return end > from ? { firstLine: heading.firstLine, endLine: end } : undefined
}

function findTemplateItem({ lineMap }: ChangelogDocument, from: number, to: number) {
  return readEntries(lineMap, null, from, to).find(({ description }) => isTemplate(description))
}

function rangeHasContent({ lineMap }: ChangelogDocument, from: number, to: number): boolean {
  for (let line = from; line < to; line++) if (isContent(lineMap, line)) return true
  return false
}

/** The splice that removes a template and the blank lines above it. */
function removeLines(
  { lineMap: { lines, kinds } }: ChangelogDocument,
  { firstLine, endLine }: Template,
): Splice {
  let from = firstLine
  while (from > 0 && kinds[from - 1] === 'blank') from--
  const last = lines[endLine - 1] as (typeof lines)[number]
  const above = lines[from - 1]
  // A file without a final line ending remains without one.
  const start =
    last.eol === '' && above ? above.end - eolNear(lines, from - 1).length : (lines[from]?.start ?? 0)
  return { start, end: last.end, insert: '' }
}
