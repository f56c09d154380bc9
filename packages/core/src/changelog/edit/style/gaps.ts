// Derives the blank lines around new lines from the file.
import type { Category, ChangelogDocument, Section } from '../../document/index.ts'
import { countBlanks, isTextTitle, versionStart } from '../section-edges.ts'
import { MAX_MODELS } from './bullets.ts'
import { newestReleases } from './versions.ts'

/** The most frequent of the first values. Of those that are equally frequent, the first one. */
function mostFrequent<T extends string | number>(values: readonly T[]): T | undefined {
  const models = values.slice(0, MAX_MODELS)
  const countOf = (value: T) => models.filter((model) => model === value).length
  return models.toSorted((a, b) => countOf(b) - countOf(a))[0]
}

/** The categories of the file, those of `section` first. Those without a line below count only when all are like that. */
function categoriesNear({ sections }: ChangelogDocument, section: Section): Category[] {
  const all = [section, ...sections.filter((other) => other !== section)].flatMap(
    ({ categories }) => categories,
  )
  const filled = all.filter(({ heading, endLine }) => endLine > heading.lastLine + 1)
  return filled.length > 0 ? filled : all
}

/** The number of blank lines below a category heading, or else below the headings of versions. At most 1. */
export function gapBelowCategory(document: ChangelogDocument, section: Section): number {
  const { sections } = document
  const entryLines = new Set(sections.flatMap(({ entries }) => entries.map(({ firstLine }) => firstLine)))
  const gapBelow = ({ heading }: Pick<Section, 'heading'>) => countBlanks(document, heading.lastLine, 1)
  const hasEntries = (one: Pick<Section, 'heading'>) =>
    entryLines.has(one.heading.lastLine + 1 + gapBelow(one))
  const categories = categoriesNear(document, section)
  const withEntries = categories.filter(hasEntries)
  const models = withEntries.length > 0 ? withEntries : categories.slice(0, 1)
  // A file without categories shows the gap between the headings of its versions and their entries.
  const ofVersions = gapBelowVersion(document) ?? mostFrequent(sections.filter(hasEntries).map(gapBelow))
  // In reStructuredText, a list directly below a line of text is a part of it.
  const isUnderlined = document.headings.every(({ isSetext }) => isSetext)
  const ofLabel = document.dialect.syntax !== 'markdown' || isUnderlined ? 1 : ofVersions
  return Math.min(1, mostFrequent(models.map(gapBelow)) ?? ofLabel ?? 1)
}

/** The number of blank lines above a category heading, at most 2. Many files have fewer above the first one of a section. */
export function gapAboveCategory(
  document: ChangelogDocument,
  section: Section,
  position: 'first' | 'later',
): number {
  const firsts = new Set(document.sections.map(({ heading }) => heading.lastLine))
  const gapAbove = ({ heading }: Category) => countBlanks(document, heading.firstLine, -1)
  const isFirst = (one: Category) => firsts.has(one.heading.firstLine - 1 - gapAbove(one))
  const models = categoriesNear(document, section).filter((one) => isFirst(one) === (position === 'first'))
  // A file without such categories shows the gap between the headings of its versions and their entries.
  const isText = isTextTitle(document, section.heading)
  const other = position === 'first' && !isText ? gapBelowVersion(document) : undefined
  // Two lines of text would be one paragraph.
  return Math.min(2, Math.max(isText ? 1 : 0, mostFrequent(models.map(gapAbove)) ?? other ?? 1))
}

/** The number of blank lines between the headings of the newest versions and their entries or categories. */
export function gapBelowVersion(document: ChangelogDocument): number | undefined {
  const releases = newestReleases(document)
  const models = releases.filter(({ heading }) => heading.isSetext === releases[0]?.heading.isSetext)
  const gaps = models.flatMap(({ heading: { lastLine }, dateLine }) => {
    const gap = countBlanks(document, lastLine, 1)
    const isShown = ['list', 'heading'].includes(document.kinds[lastLine + 1 + gap] ?? '') && !dateLine
    return isShown ? [gap] : []
  })
  return mostFrequent(gaps)
}

/** Whether entries are separated by blank lines, as the first two entries below one heading of the file are. */
export function hasSpacedEntries({ kinds, sections, dialect }: ChangelogDocument): boolean {
  if (dialect.syntax === 'prose') return true
  for (const { entries } of sections) {
    const next = entries.find((entry, index) => index > 0 && entries[index - 1]?.type === entry.type)
    if (next) return kinds[next.firstLine - 1] === 'blank'
  }
  return false
}

/** Maximum number of lines between versions. */
const MAX_LINES_BETWEEN = 5

/** The lines between two versions: blank lines, and thematic breaks. One blank line when the file does not show it. */
export function linesBetweenVersions(document: ChangelogDocument): string[] {
  const { lines, kinds, sections } = document
  const models = sections.slice(1, MAX_MODELS + 1).map((section) => {
    const end = versionStart(document, section.heading.firstLine)
    let start = end
    while (start > 0 && (kinds[start - 1] === 'blank' || kinds[start - 1] === 'thematic_break')) start--
    const texts = lines.slice(start, end).map(({ text }) => `${text.trim()}\n`)
    return texts.slice(-MAX_LINES_BETWEEN).join('')
  })
  const between = (mostFrequent(models) ?? '\n').split('\n').slice(0, -1)
  // Two lines of text would be one paragraph.
  const isText = sections.some(({ heading }) => isTextTitle(document, heading))
  return between.length === 0 && isText ? [''] : between
}
