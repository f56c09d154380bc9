// Derives the blank lines around new lines from the file.
import { type Category, type ChangelogDocument, isBlank, type Section } from '../../document/index.ts'
import { versionStart } from './version-start.ts'

/** The number of blank lines directly above (`step` −1) or below (`step` 1) a line. */
export function countBlanks({ lineMap }: ChangelogDocument, line: number, step: -1 | 1): number {
  const { lines } = lineMap
  let end = line + step
  while (end >= 0 && end < lines.length && isBlank(lines[end]?.text ?? '')) end += step
  return Math.abs(end - line) - 1
}

/** Maximum number of places that are compared. Those nearest to the top of the file show its style of today. */
const MAX_MODELS = 5

/** The most frequent of the first values. Of those that are equally frequent, the first one. */
function mostFrequent<T extends string | number>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values.slice(0, MAX_MODELS)) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: T | undefined
  for (const [value, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = value
  return best
}

/**
 * The categories of the file, those of `section` first. Without the categories that have no line below their heading, unless
 * all are like that.
 */
function categoriesNear({ sections }: ChangelogDocument, section: Section): Category[] {
  const all = [section, ...sections.filter((other) => other !== section)].flatMap(
    ({ categories }) => categories,
  )
  const filled = all.filter(({ heading, endLine }) => endLine > heading.lastLine + 1)
  return filled.length > 0 ? filled : all
}

/**
 * The number of blank lines below a category heading, at most 1. Without categories, that below the headings of versions. 1
 * when the file shows neither.
 */
export function gapBelowCategory(document: ChangelogDocument, section: Section): number {
  const entryLines = new Set(
    document.sections.flatMap(({ entries }) => entries.map(({ firstLine }) => firstLine)),
  )
  const gapBelow = ({ heading }: Pick<Category, 'heading'>) => countBlanks(document, heading.lastLine, 1)
  const categories = categoriesNear(document, section)
  const withEntries = categories.filter((one) => entryLines.has(one.heading.lastLine + 1 + gapBelow(one)))
  const models = withEntries.length > 0 ? withEntries : categories.slice(0, 1)
  // A file without categories shows the gap between the headings of its versions and their entries.
  const versions = document.sections.filter((one) => entryLines.has(one.heading.lastLine + 1 + gapBelow(one)))
  const gap = mostFrequent((models.length > 0 ? models : versions).map(gapBelow))
  return Math.min(1, gap ?? 1)
}

/**
 * The number of blank lines above a category heading, at most 2. 1 when the file has no such category.
 * @param position whether the category is directly below the heading of its section. Many files have fewer blank lines there
 */
export function gapAboveCategory(
  document: ChangelogDocument,
  section: Section,
  position: 'first' | 'later',
): number {
  const firsts = new Set(document.sections.map(({ heading }) => heading.lastLine))
  const gapAbove = ({ heading }: Category) => countBlanks(document, heading.firstLine, -1)
  const isFirst = (one: Category) => firsts.has(one.heading.firstLine - 1 - gapAbove(one))
  const models = categoriesNear(document, section).filter((one) => isFirst(one) === (position === 'first'))
  return Math.min(2, mostFrequent(models.map(gapAbove)) ?? 1)
}

/** Maximum number of lines between versions. */
const MAX_LINES_BETWEEN = 5

/**
 * The lines between the end of a version and the start of the next one: blank lines, and thematic breaks where the file has
 * them. One blank line when the file does not show it.
 */
export function linesBetweenVersions(document: ChangelogDocument): string[] {
  const { lines, kinds } = document.lineMap
  const models = document.sections.slice(1, MAX_MODELS + 1).map((section) => {
    const end = versionStart(document, section.heading.firstLine)
    let start = end
    while (start > 0 && (kinds[start - 1] === 'blank' || kinds[start - 1] === 'thematic_break')) start--
    const texts = lines.slice(start, end).map(({ text }) => text.trim())
    return JSON.stringify(texts.slice(-MAX_LINES_BETWEEN))
  })
  return JSON.parse(mostFrequent(models) ?? '[""]') as string[]
}
