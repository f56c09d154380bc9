// Derives the bullets of new entries, and the blank lines around new lines, from the file.
import {
  type Category,
  type ChangelogDocument,
  columnsOf,
  contentIndent,
  type Entry,
  findPlaceholders,
  indentOf,
  isBlank,
  type ReleaseSection,
  type Section,
  textAt,
} from '../../document/index.ts'
import { countBlanks, isListTitle, isTextTitle, versionStart } from '../section-edges.ts'

/** Number of the newest releases whose style counts. Older ones can have another style. */
export const MAX_RELEASES = 3

/** The newest releases, whose style counts. */
export function newestReleases(document: ChangelogDocument): readonly ReleaseSection[] {
  return document.newestFirst.slice(0, MAX_RELEASES)
}

/** The releases whose headings have the form of the newest one. Older ones can have underlines, and the level that these imply. */
export function ofNewestForm(releases: readonly ReleaseSection[]): readonly ReleaseSection[] {
  return releases.filter(({ heading }) => heading.isSetext === releases[0]?.heading.isSetext)
}

// Wider bullets are not copied, because each line of an entry is indented by the width of its bullet.
const BULLET = /^(\s*)(?:\*[*)]|[-+*o.•]|(\d{1,8})([.)]))([ \t]{1,16})\S/

/** Maximum number of places that are compared. Those nearest to the top of the file show its style of today. */
export const MAX_MODELS = 5

/**
 * The bullet of new entries, with its indent and spaces: that of a placeholder or else the first entry in the section, else in a later
 * section, else in any section, else `- `. Numbers, from 1, count only when most sections have them, because prose can have steps.
 */
export function bulletFor(document: ChangelogDocument, section: Section): string {
  const { sections } = document
  const nearest = [section, ...sections.filter(({ endLine }) => endLine > section.endLine), ...sections]
  const placeholders = findPlaceholders(document, section.heading.lastLine + 1, section.endLine)
  const ofPlaceholders = placeholders.flatMap((one) => parseBullet(textAt(document, one.firstLine)) ?? [])
  const ofEntries = [...new Set(nearest)].flatMap(({ entries }) => {
    // Lists above the categories can be of another kind.
    const preferred = [...entries.filter(({ type }) => type !== null), ...entries]
    return preferred.flatMap((entry) => readBullet(document, entry) ?? []).slice(0, 1)
  })
  const models = [...ofPlaceholders.slice(0, 1), ...ofEntries].slice(0, MAX_MODELS)
  const ordered = models.filter(({ number }) => number !== undefined)
  const isOrdered = ordered.length > models.length / 2
  const bullet = models.find(({ number }) => (number !== undefined) === isOrdered)
  // Below a title that is a list item, the list is nested. The lists of Org have another bullet, and are not.
  const title = textAt(document, section.heading.firstLine)
  const least = isListTitle(document, section.heading) ? contentIndent(title) : 0
  const isNested = !bullet || (bullet.text[0] === title[0] && bullet.text[1] !== '*')
  if (!bullet || (isNested && indentOf(bullet.text) < least)) return `${' '.repeat(least)}- `
  return bullet.number === undefined ? bullet.text : bullet.numbered(1)
}

/** The bullets of new entries below the existing `entries`. In an ordered list, they continue the numbers. */
export function nextBullets(
  document: ChangelogDocument,
  entries: readonly Entry[],
  bullet: string,
  count: number,
): string[] {
  const model = readBullet(document, entries.at(-1)) ?? parseBullet(`${bullet}x`)
  const number = model?.number
  const isLike = model && isBlank(model.text) === isBlank(bullet)
  if (!model || number === undefined) return new Array<string>(count).fill(isLike ? model.text : bullet)
  // CommonMark numbers a list by its first item, so some files repeat the same number.
  const step = readBullet(document, entries.at(-2))?.number === number ? 0 : 1
  const first = number + (entries.length > 0 ? step : 0)
  return Array.from({ length: count }, (_, index) => model.numbered(first + step * index))
}

function readBullet(document: ChangelogDocument, entry: Entry | undefined) {
  return entry && parseBullet(textAt(document, entry.firstLine), document.dialect.syntax === 'prose')
}

/** Reads the bullet of a line, with its indent and spaces. `number` is undefined for an unordered list. Of a paragraph, it is the indent. */
function parseBullet(line: string, isProse = false) {
  const match = BULLET.exec(line) ?? (isProse ? /^([ \t]*)\S/.exec(line) : null)
  if (!match) return undefined
  const [whole, indent = '', number, delimiter = '', space = ''] = match
  return {
    text: whole.slice(0, -1),
    number: number === undefined ? undefined : Number(number),
    numbered: (value: number) => indent + value + delimiter + space,
  }
}

/** Formats an entry as a list item. The lines below the first one have an indent of the width of the bullet. */
export function formatItem([first = '', ...rest]: readonly string[], bullet: string): string[] {
  const indent = ' '.repeat(columnsOf(bullet))
  return [bullet + first, ...rest.map((line) => (line === '' ? '' : indent + line))]
}

/** The value of the first two, or else the most frequent of the first values. Of those that are equally frequent, the first one. */
function mostFrequent<T extends string | number>(values: readonly T[]): T | undefined {
  if (values[0] === values[1]) return values[0]
  const models = values.slice(0, MAX_MODELS)
  const countOf = (value: T) => models.filter((model) => model === value).length
  return models.toSorted((a, b) => countOf(b) - countOf(a))[0]
}

/** The categories of the file, those of `section` first. Those without a line below count only when all are like that. */
function categoriesNear({ sections }: ChangelogDocument, section: Section): Category[] {
  const near = [section, ...sections.filter((other) => other !== section)]
  const all = near.flatMap(({ categories }) => categories)
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
  const { dialect, headings, lines, sections } = document
  const own = mostFrequent(gapsBelow(document, categoriesNear(document, section), /list/))
  // A file without categories shows the gap between the headings of its versions and their entries.
  const ofVersions = gapBelowVersion(document) ?? mostFrequent(gapsBelow(document, sections, /list/))
  // Otherwise, a list below bold text would be a part of that text, as it would in reStructuredText.
  const isRst = dialect.syntax === 'rst' || lines.some(({ text }) => /^\^{3,}\s*$/.test(text))
  const isUnderlined = () => headings.every(({ isSetext }) => isSetext)
  const isText = isRst || (isUnderlined() && indentOf(bulletFor(document, section)) > 3)
  return Math.min(1, own ?? (isText ? 1 : ofVersions) ?? 1)
}

/** The number of blank lines above a category heading, at most 2. Many files have fewer above the first one of a section. */
export function gapAboveCategory(document: ChangelogDocument, section: Section, position: 'first' | 'later') {
  const { sections } = document
  const firsts = new Set(sections.map(({ heading }) => heading.lastLine))
  const gapAbove = ({ heading }: Category) => countBlanks(document, heading.firstLine, -1)
  const isFirst = (one: Category) => firsts.has(one.heading.firstLine - 1 - gapAbove(one))
  // Directly below an old version alone, one shows nothing.
  const oldest = sections[MAX_MODELS]?.heading.firstLine ?? Number.POSITIVE_INFINITY
  const isShown = (one: Category) => gapAbove(one) > 0 || one.heading.firstLine < oldest
  const models = categoriesNear(document, section).filter((one) =>
    position === 'first' ? isFirst(one) && isShown(one) : !isFirst(one),
  )
  // A file without such categories shows the gap between the headings of its versions and their entries.
  const other = position === 'first' ? gapBelowVersion(document) : undefined
  // Two lines of text would be one paragraph. In plain text, entries can be directly below the version.
  const isPlain = position === 'first' && !/^[*_]/.test(section.heading.text)
  const least = Number(isTextTitle(document, section.heading) && !isPlain)
  return Math.min(2, Math.max(least, mostFrequent(models.map(gapAbove)) ?? other ?? 1))
}

/** The number of blank lines between the headings of the newest versions and their entries or categories. */
export function gapBelowVersion(document: ChangelogDocument): number | undefined {
  const isFilled = ({ heading: { lastLine }, endLine }: Section) =>
    lastLine + 1 + countBlanks(document, lastLine, 1) < endLine
  const newest = document.newestFirst.filter(isFilled).slice(0, MAX_RELEASES)
  const models = ofNewestForm(newest).filter(({ dateLine }) => !dateLine)
  return mostFrequent(gapsBelow(document, models, /list|heading/))
}

/** Whether entries are separated by blank lines, as the first two entries below one heading of the file are. */
export function hasSpacedEntries({ kinds, sections, dialect }: ChangelogDocument): boolean {
  for (const { entries } of sections) {
    const next = entries.find((entry, index) => index > 0 && entries[index - 1]?.type === entry.type)
    if (next) return kinds[next.firstLine - 1] === 'blank'
  }
  return dialect.syntax === 'prose'
}

/** The lines between two versions, at most five: blank lines, and thematic breaks, which cannot be at the start of a section of reStructuredText. */
export function linesBetweenVersions(document: ChangelogDocument, isStart = false): string[] {
  const { lines, kinds, sections, dialect } = document
  const between = isStart && dialect.syntax === 'rst' ? /^blank$/ : /^(?:blank|thematic_break)$/
  const models = sections.slice(1, MAX_MODELS + 1).map((section) => {
    const end = versionStart(document, section.heading.firstLine)
    let start = end
    while (start > 0 && between.test(kinds[start - 1] ?? '')) start--
    const texts = lines.slice(start, end).map(({ text }) => `${text.trim()}\n`)
    return texts.slice(-5).join('')
  })
  // A blank line above the first version decides where only one of two others has one.
  if (models.includes('') && kinds[(sections[0]?.heading.firstLine ?? 0) - 1] === 'blank') models.push('\n')
  // Directly below a rule such as `#######`, the newest version shows that older ones without rules do not count.
  const isRuled = /^#{7}/.test(textAt(document, (sections[0]?.heading.firstLine ?? 0) - 1))
  const counted = isRuled ? models.filter((texts) => texts.trim() !== '') : models
  const own = (mostFrequent(counted) ?? '\n').split('\n').slice(0, -1)
  // Two lines of text would be one paragraph.
  const isText = sections.some(({ heading }) => isTextTitle(document, heading))
  return own.length === 0 && isText ? [''] : own
}
