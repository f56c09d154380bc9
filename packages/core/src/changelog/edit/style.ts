// Derives the style of new lines from the file: bullets, headings, blank lines, and the format of versions.
import {
  type Category,
  type ChangelogDocument,
  findDate,
  type Heading,
  isBlank,
  readAtxHeading,
  type Section,
} from '../document/index.ts'

// Wider bullets are not copied, because each line of an entry is indented by the width of its bullet.
const BULLET = /^(\s*[-+*][ \t]{1,16})\S/

/**
 * The bullet of new entries, with its indent and spaces: that of the first entry in the section, else in a
 * later section, else in any section. `- ` when no bullet can be copied.
 */
export function bulletFor({ lineMap, sections }: ChangelogDocument, section: Section): string {
  const nearest = [section, ...sections.filter((other) => other.endLine > section.endLine), ...sections]
  for (const { entries } of nearest) {
    for (const entry of entries) {
      const bullet = BULLET.exec(lineMap.lines[entry.firstLine]?.text ?? '')?.[1]
      if (bullet) return bullet
    }
  }
  return '- '
}

/** The number of blank lines directly above (`step` −1) or below (`step` 1) a line. */
export function countBlanks({ lineMap }: ChangelogDocument, line: number, step: -1 | 1): number {
  const { lines } = lineMap
  let end = line + step
  while (end >= 0 && end < lines.length && isBlank(lines[end]?.text ?? '')) end += step
  return Math.abs(end - line) - 1
}

/**
 * The categories of the file, the best models first. Categories with lines below their heading precede the
 * others. Within both groups, the categories of `section` are first.
 */
function categoriesNear({ sections }: ChangelogDocument, section: Section): Category[] {
  const all = [section, ...sections.filter((other) => other !== section)].flatMap(
    ({ categories }) => categories,
  )
  const isFilled = (category: Category) => category.endLine > category.heading.lastLine + 1
  return [...all.filter(isFilled), ...all.filter((category) => !isFilled(category))]
}

/** The first category that has an entry. */
function firstWithEntries({ sections }: ChangelogDocument): Category | undefined {
  for (const { categories, entries } of sections) {
    const first = entries.find(({ type }) => type !== null)
    if (first) return categories.findLast(({ heading }) => heading.lastLine < first.firstLine)
  }
  return undefined
}

/** The number of blank lines below a category heading, at most 1. 1 when the file has no category. */
export function gapBelowCategory(document: ChangelogDocument, section: Section): number {
  const model = firstWithEntries(document) ?? categoriesNear(document, section)[0]
  return model ? Math.min(1, countBlanks(document, model.heading.lastLine, 1)) : 1
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
  const isFirst = ({ heading }: Category) =>
    firsts.has(heading.firstLine - 1 - countBlanks(document, heading.firstLine, -1))
  const models = categoriesNear(document, section).filter((one) => isFirst(one) === (position === 'first'))
  return models[0] ? Math.min(2, countBlanks(document, models[0].heading.firstLine, -1)) : 1
}

/**
 * The number of blank lines above the second section of the file, at most 3. 1 when there is no second
 * section.
 */
export function gapAboveVersion(document: ChangelogDocument): number {
  const second = document.sections[1]
  return second ? Math.min(3, countBlanks(document, second.heading.firstLine, -1)) : 1
}

/** The heading line of a new category, in the style of the other categories of the file. */
export function categoryHeading(document: ChangelogDocument, section: Section, name: string): string {
  const model = categoriesNear(document, section)[0]?.heading
  if (!model || model.isSetext)
    return `${'#'.repeat(Math.min(6, model?.level ?? section.heading.level + 1))} ${name}`
  const line = document.lineMap.lines[model.firstLine]?.text ?? ''
  if (model.isLabel) return line.replace(model.text, () => name).trimEnd()
  return (
    line.slice(0, line.indexOf('#')) +
    line
      .slice(line.indexOf('#'))
      .replace(model.text, () => name)
      .trimEnd()
  )
}

/** The lines of a heading with a different text, in the style of the heading. */
export function rewriteHeading(document: ChangelogDocument, heading: Heading, text: string): string[] {
  const { lines } = document.lineMap
  if (heading.isSetext) {
    const underline = (lines[heading.lastLine]?.text ?? '').trim()[0] ?? '-'
    return [text, underline.repeat([...text].length)]
  }
  const line = lines[heading.firstLine]?.text ?? ''
  const closing = /[ \t]#+[ \t]*$/.exec(line)?.[0].trimEnd() ?? ''
  return [`${/^ *#+/.exec(line)?.[0] ?? '##'} ${text}${readAtxHeading(line) ? closing : ''}`]
}

/**
 * The text of a version heading in the style of the releases: the newest one with a date, or the newest one when none has a
 * date. Then the new heading has no date either. Without releases, the style is that of the Unreleased heading.
 */
export function versionText(
  document: ChangelogDocument,
  unreleased: Heading,
  version: string,
  date: string,
): string {
  const model = findModel(document)
  if (!model) return unreleased.text.startsWith('[') ? `[${version}] - ${date}` : `${version} - ${date}`
  const { text, version: modelVersion } = model
  const start = text.indexOf(modelVersion)
  const before = text.slice(0, start)
  const dateBefore = findDate(before)?.text
  const prefix = dateBefore === undefined ? before : before.replace(dateBefore, date)
  const after = text.slice(start + modelVersion.length)
  const closing = /[[*_`]/.test(prefix) ? (/^[\]*_`]+/.exec(after)?.[0] ?? '') : ''
  const afterVersion = after.slice(closing.length)
  const link = /^\([^()\s]*\)/.exec(afterVersion)?.[0] ?? ''
  const rest = withoutYanked(afterVersion.slice(link.length))
  return `${prefix}${version}${closing}${retargetLink(link, modelVersion, version)}${dateLike(rest, date)}`
}

/** The text and the version of the heading that new version headings resemble. */
function findModel({ sections, isAscending }: ChangelogDocument) {
  const releases = sections.flatMap(({ heading: { text }, meaning }) =>
    meaning.kind === 'release' && !/[<>]/.test(text)
      ? [{ text, version: meaning.version, isSemVer: meaning.isSemVer, hasDate: meaning.date !== null }]
      : [],
  )
  const newestFirst = isAscending ? releases.toReversed() : releases
  const semVer = newestFirst.filter(({ isSemVer }) => isSemVer)
  return semVer.find(({ hasDate }) => hasDate) ?? semVer[0] ?? newestFirst[0]
}

/**
 * The text after the version of a new heading.
 * @param rest the text after the version of another heading
 * @param date an ISO date. It gets the separators of the date in `rest`
 */
function dateLike(rest: string, date: string): string {
  const found = findDate(rest)
  // A year is part of a date in a form that is not read.
  if (!found) return /(?<!\d)(?:19|20)\d{2}(?!\d)/.test(rest) ? ` - ${date}` : ''
  // A dot after the version, as in `1.2.0. / 2020-01-01`, is a slip.
  const text = rest.replace(/^\.(?=\s)/, '')
  const separator = /^\d{4}([-/. ])/.exec(found.text)?.[1] ?? '-'
  const hasOnlyDate = text.replace(found.text, '').replaceAll(/[\s()[\]:,/*_–—-]/g, '') === ''
  return hasOnlyDate ? text.replace(found.text, date.replaceAll('-', separator)) : ` - ${date}`
}

function withoutYanked(text: string): string {
  const yanked = /\[yanked\]/i.exec(text)
  if (!yanked) return text
  return text.slice(0, yanked.index).trimEnd() + text.slice(yanked.index + yanked[0].length)
}

// The lookbehind prevents a match that starts inside a number, so that a long number takes linear time.
const VERSION = /(?<!\d)\d+\.\d+\.\d+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+){0,255})?(?=$|[^0-9A-Za-z-])/g

/**
 * Derives the compare link of the next version. It starts at the version where the old link ends.
 * @param from the version where the old link ends
 * @param to the next version
 */
export function retargetLink(link: string, from: string, to: string): string {
  if (!link.includes(from)) return retargetMinor(link, from, to)
  return link.replaceAll(VERSION, (version) => (version === from ? to : from))
}

/** Replaces the first two numbers of a version in a link such as `…/tree/release-1.2`. */
function retargetMinor(link: string, from: string, to: string): string {
  const minorOf = (version: string) => version.split('.', 2).join('.')
  const minor = minorOf(from).replaceAll('.', String.raw`\.`)
  return link.replace(new RegExp(String.raw`(?<![\d.])${minor}(?![\d.])`), () => minorOf(to))
}

/** The text of an Unreleased heading without a version. It has brackets when the text of `heading` does. */
export function plainUnreleasedText(heading: Heading): string {
  return heading.text.startsWith('[') ? '[Unreleased]' : 'Unreleased'
}
