// Derives the style of new lines from the file: bullets, heading marks, blank lines, the format of versions.
import {
  type Category,
  type ChangelogDocument,
  type Heading,
  isBlank,
  readAtxHeading,
  readHeading,
  type Section,
} from '../document/index.ts'

// Wider bullets are not copied, because the indent of every line would have their width.
const BULLET = /^(\s*[-+*][ \t]{1,16})\S/

/** The bullet, with its indent and spaces, of the entries nearest to the section. `- ` when there are none. */
export function bulletFor({ scan, sections }: ChangelogDocument, section: Section): string {
  const nearest = [section, ...sections.filter((other) => other.endLine > section.endLine), ...sections]
  for (const { entries } of nearest) {
    for (const entry of entries) {
      const bullet = BULLET.exec(scan.lines[entry.firstLine]?.text ?? '')?.[1]
      if (bullet) return bullet
    }
  }
  return '- '
}

/** The number of blank lines directly before (`−1`) or behind (`1`) a line. */
export function countBlanks({ scan: { lines } }: ChangelogDocument, line: number, step: -1 | 1): number {
  let count = 0
  for (let at = line + step; at >= 0 && at < lines.length && isBlank(lines[at]?.text ?? ''); at += step)
    count++
  return count
}

/**
 * The categories of the whole file: those with lines below their heading first, and in each group `section` first.
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

/** The number of blank lines between a category heading and its first entry. 1 when the file has no category. */
export function gapBelowCategory(parsed: ChangelogDocument, section: Section): number {
  const sample = firstWithEntries(parsed)
  if (sample) return Math.min(1, countBlanks(parsed, sample.heading.lastLine, 1))
  const empty = categoriesNear(parsed, section)[0]
  return empty ? Math.min(1, countBlanks(parsed, empty.heading.lastLine, 1)) : 1
}

/** The number of blank lines above a category heading. 1 when the file has no category. */
export function gapAboveCategory(parsed: ChangelogDocument, section: Section): number {
  const sample = categoriesNear(parsed, section)[0]
  return sample ? Math.min(2, countBlanks(parsed, sample.heading.firstLine, -1)) : 1
}

/** The heading line of a new category, in the style of the other categories of the file. */
export function categoryHeading(parsed: ChangelogDocument, section: Section, name: string): string {
  const sample = categoriesNear(parsed, section)[0]?.heading
  if (!sample || sample.isSetext)
    return `${'#'.repeat(Math.min(6, sample?.level ?? section.heading.level + 1))} ${name}`
  const line = parsed.scan.lines[sample.firstLine]?.text ?? ''
  return (
    line.slice(0, line.indexOf('#')) +
    line
      .slice(line.indexOf('#'))
      .replace(sample.text, () => name)
      .trimEnd()
  )
}

/** The lines of a heading with its text replaced. */
export function rewriteHeading(parsed: ChangelogDocument, heading: Heading, text: string): string[] {
  const { lines } = parsed.scan
  if (heading.isSetext) {
    const underline = (lines[heading.lastLine]?.text ?? '').trim()[0] ?? '-'
    return [text, underline.repeat([...text].length)]
  }
  const line = lines[heading.firstLine]?.text ?? ''
  const closing = /[ \t]#+[ \t]*$/.exec(line)?.[0].trimEnd() ?? ''
  return [`${/^ *#+/.exec(line)?.[0] ?? '##'} ${text}${readAtxHeading(line) ? closing : ''}`]
}

/** The text of a version heading, in the style of the newest release, or else of the Unreleased heading. */
export function versionText(
  parsed: ChangelogDocument,
  unreleased: Heading,
  version: string,
  date: string,
): string {
  const model = parsed.sections.find(
    ({ heading, meaning }) => meaning.kind === 'release' && !/[<>]/.test(heading.text),
  )
  if (model?.meaning.kind !== 'release') {
    return unreleased.text.startsWith('[') ? `[${version}] - ${date}` : `${version} - ${date}`
  }
  const { heading, meaning } = model
  const prefix = /^(?:(?:version|release)\s+)?\[?v?/i.exec(heading.text)?.[0] ?? ''
  const bracket = prefix.includes('[') ? ']' : ''
  const behind = heading.text.slice(prefix.length + meaning.version.length + bracket.length)
  const link = /^\([^()\s]*\)/.exec(behind)?.[0] ?? ''
  const rest = withoutYanked(behind.slice(link.length))
  const isDateAlone =
    meaning.date !== null && rest.replace(meaning.date, '').replaceAll(/[\s()[\]:,/–—-]/g, '') === ''
  const dated = isDateAlone && meaning.date !== null ? rest.replace(meaning.date, date) : ` - ${date}`
  return `${prefix}${version}${bracket}${moveLink(link, meaning.version, version)}${dated}`
}

function withoutYanked(text: string): string {
  const mark = /\[yanked\]/i.exec(text)
  return mark ? text.slice(0, mark.index).trimEnd() + text.slice(mark.index + mark[0].length) : text
}

// No match starts inside a number: when the first digit does not match, no later digit does.
const VERSION = /(?<!\d)\d+\.\d+\.\d+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+){0,255})?(?=$|[^0-9A-Za-z-])/g

/** The compare link of the next version. It starts at the version where the old link ended. */
export function moveLink(link: string, from: string, to: string): string {
  return link.replaceAll(VERSION, (version) => (version === from ? to : from))
}

/** The text of an Unreleased heading without a version, with brackets when `heading` has them. */
export function plainUnreleasedText(heading: Heading): string {
  return heading.text.startsWith('[') ? '[Unreleased]' : 'Unreleased'
}

/** Whether an Unreleased heading names a version. The next Unreleased heading must not have that version. */
export function namesVersion(heading: Heading): boolean {
  return readHeading(heading.text.replaceAll(/unreleased/gi, '')).kind === 'release'
}
