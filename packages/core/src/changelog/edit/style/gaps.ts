// Derives the blank lines around new lines from the file.
import { type Category, type ChangelogDocument, type Section, textAt } from '../../document/index.ts'
import { countBlanks, isTextTitle, versionStart } from '../section-edges.ts'
import { MAX_MODELS } from './bullets.ts'
import { newestReleases, ofNewestForm } from './versions.ts'

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

/** The numbers of blank lines below headings that are above a line of such a kind. */
function gapsBelow(document: ChangelogDocument, ones: readonly Pick<Section, 'heading'>[], kinds: RegExp) {
  return ones.flatMap(({ heading: { lastLine } }) => {
    const gap = countBlanks(document, lastLine, 1)
    return kinds.test(document.kinds[lastLine + 1 + gap] ?? '') ? [gap] : []
  })
}

/** The number of blank lines below a category heading, or else below the headings of versions. At most 1. */
export function gapBelowCategory(document: ChangelogDocument, section: Section): number {
  const { dialect, headings, sections } = document
  const own = mostFrequent(gapsBelow(document, categoriesNear(document, section), /list/))
  // A file without categories shows the gap between the headings of its versions and their entries.
  const ofVersions = gapBelowVersion(document) ?? mostFrequent(gapsBelow(document, sections, /list/))
  const isRunning = /rst|prose/.test(dialect.syntax) || headings.every(({ isSetext }) => isSetext)
  return Math.min(1, own ?? (isRunning ? 1 : ofVersions) ?? 1)
}

/** The number of blank lines above a category heading, at most 2. Many files have fewer above the first one of a section. */
export function gapAboveCategory(
  document: ChangelogDocument,
  section: Section,
  position: 'first' | 'later',
): number {
  const { dialect, sections } = document
  const firsts = new Set(sections.map(({ heading }) => heading.lastLine))
  const gapAbove = ({ heading }: Category) => countBlanks(document, heading.firstLine, -1)
  const isFirst = (one: Category) => firsts.has(one.heading.firstLine - 1 - gapAbove(one))
  const models = categoriesNear(document, section).filter((one) => isFirst(one) === (position === 'first'))
  // A file without such categories shows the gap between the headings of its versions and their entries.
  const other = position === 'first' ? gapBelowVersion(document) : undefined
  // Two lines of text would be one paragraph. In plain text, entries can be directly below the version.
  const isPlain = position === 'first' && dialect.syntax !== 'prose' && !/^[*_]/.test(section.heading.text)
  const least = Number(isTextTitle(document, section.heading) && !isPlain)
  return Math.min(2, Math.max(least, mostFrequent(models.map(gapAbove)) ?? other ?? 1))
}

/** The number of blank lines between the headings of the newest versions and their entries or categories. */
export function gapBelowVersion(document: ChangelogDocument): number | undefined {
  const models = ofNewestForm(newestReleases(document)).filter(({ dateLine }) => !dateLine)
  return mostFrequent(gapsBelow(document, models, /list|heading/))
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

/** The lines between two versions: blank lines, and thematic breaks, which cannot be at the start of a section of reStructuredText. */
export function linesBetweenVersions(document: ChangelogDocument, isStart = false): string[] {
  const { lines, kinds, sections, dialect } = document
  const between = isStart && dialect.syntax === 'rst' ? /^blank$/ : /^(?:blank|thematic_break)$/
  const models = sections.slice(1, MAX_MODELS + 1).map((section) => {
    const end = versionStart(document, section.heading.firstLine)
    let start = end
    while (start > 0 && between.test(kinds[start - 1] ?? '')) start--
    const texts = lines.slice(start, end).map(({ text }) => `${text.trim()}\n`)
    return texts.slice(-MAX_LINES_BETWEEN).join('')
  })
  // Directly below a rule such as `#######`, the newest version shows that older ones without rules do not count.
  const isRuled = /^#{7}/.test(textAt(document, (sections[0]?.heading.firstLine ?? 0) - 1))
  const counted = isRuled ? models.filter((texts) => texts.trim() !== '') : models
  const own = (mostFrequent(counted) ?? '\n').split('\n').slice(0, -1)
  // Two lines of text would be one paragraph.
  const isText = sections.some(({ heading }) => isTextTitle(document, heading))
  return own.length === 0 && isText ? [''] : own
}
