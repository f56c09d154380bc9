// Parses the text of a changelog into sections. Each section has its lines, categories and entries.
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { highestVersion, startsWithYear } from '../version.ts'
import { readLabel } from './blocks.ts'
import { findDateLine } from './dates.ts'
import { detectDialect, isCategory } from './dialect.ts'
import { type Entry, isPlaceholder, readEntries, readProse } from './entries.ts'
import { findUnknownLines } from './foreign.ts'
import { type Heading, isAlone, type LineMap, mapLines, textAt, toLabel } from './line-map.ts'
import { type Line, splitLines } from './lines.ts'
import { type HeadingMeaning, type LocatedHeading, readOutline } from './outline.ts'
import { findTitles } from './titles.ts'
import { withoutSigns } from './version-heading.ts'

/** A heading below a version heading, such as `### Added`, with the lines up to the next heading. */
export interface Category {
  readonly heading: Heading
  /** The index of the line after the category. */
  readonly endLine: number
}

/** The part of a changelog under one version heading, or under the Unreleased heading. */
export interface Section {
  readonly heading: Heading
  readonly meaning: Exclude<HeadingMeaning, { kind: 'other' | 'chapter' }>
  /** The index of the line after the section: of the next section, of a higher heading, or the end of the file. */
  readonly endLine: number
  readonly categories: readonly Category[]
  /** The line below the heading that has only the date of the version. */
  readonly dateLine: ReturnType<typeof findDateLine>
  /** The entries in the order of the file, without placeholders. */
  readonly entries: readonly Entry[]
}

/** The section of a released version. */
export interface ReleaseSection extends Section {
  readonly meaning: Extract<HeadingMeaning, { kind: 'release' }>
}

/** A parsed changelog: its text, its lines, and its sections in the order of the file. */
export interface ChangelogDocument extends LineMap {
  readonly text: string
  readonly sections: readonly Section[]
  readonly releases: readonly ReleaseSection[]
  /** The releases that can be the current one, the newest first: neither of another product, nor dates among versions. */
  readonly ordered: readonly ReleaseSection[]
  /** Those of `ordered` from the highest version on. */
  readonly newestFirst: readonly ReleaseSection[]
  /** The highest version of `ordered`. `0.0.0` when there is none. */
  readonly version: string
  /** Whether the newest version is the last one of the file. */
  readonly isAscending: boolean
  /** The lines that may be versions, but are not understood, in the order of the file. */
  readonly unknown: readonly number[]
}

/** Parses a changelog. Every text is valid. A text without version headings has no sections. */
export function parseChangelog(text: string): ChangelogDocument {
  const { map, outline } = readMap(splitLines(text))
  const { headings, isAscending } = outline
  const lastRelease = headings.findLastIndex(({ meaning }) => meaning.kind === 'release')
  const contained = new Set<Heading>()
  const firstSection = headings.findIndex(({ meaning }) => meaning.kind !== 'other')
  const inner = headings.slice(firstSection + 1, Math.max(0, lastRelease))
  const names = inner.filter(({ heading, meaning }) => meaning.kind === 'other' && isCategory(heading.text))
  const levels = new Set(names.map(({ heading }) => heading.level))
  // A section ends at the next version, or at a heading of the same or a higher level. There are four exceptions, where such headings
  // are categories: versions at level 3 or deeper, headings above a release and below another one or a line of text, and the level of `Fixed`.
  const endsSection = ({ heading, meaning }: LocatedHeading, next: LocatedHeading, index: number) => {
    if (next.meaning.kind !== 'other') return true
    const { level } = next.heading
    if (index < lastRelease && level < heading.level && levels.has(level)) return false
    const hasNoLevel =
      meaning.kind === 'release' || (heading.isLabel && heading.firstLine === heading.lastLine)
    const allowsSameLevel = heading.level >= 3 || (hasNoLevel && index < lastRelease)
    return allowsSameLevel ? level < heading.level : level <= heading.level
  }
  const labelAt = createLabelReader(map)
  const sections = headings.flatMap((one, index) => {
    const { heading, meaning } = one
    if (meaning.kind === 'other' || meaning.kind === 'chapter') return []
    let end = index + 1
    for (let next = headings[end]; next && !endsSection(one, next, end); next = headings[end]) end++
    const subheadings = headings.slice(index + 1, end).map((located) => located.heading)
    for (const subheading of subheadings) contained.add(subheading)
    const endLine = headings[end]?.heading.firstLine ?? map.lines.length
    return [readSection(map, heading, meaning, subheadings, endLine, labelAt)]
  })
  const releases = sections.filter((one): one is ReleaseSection => one.meaning.kind === 'release')
  const ordered = orderReleases(isAscending ? releases.toReversed() : releases)
  const version = highestVersion(ordered.map(({ meaning }) => meaning.version))
  const highest = ordered.findIndex(({ meaning }) => meaning.version === version)
  const newestFirst = ordered.slice(Math.max(0, highest))
  const unknown = findUnknownLines(map, outline, contained)
  return { text, ...map, sections, releases, ordered, newestFirst, version, isAscending, unknown }
}

/** Reads the headings. In a file whose headings are no versions, titles in another syntax count. */
function readMap(lines: readonly Line[]) {
  const plain = withOutline(mapLines(lines))
  const dialect = detectDialect(plain.map.markdown, isChangelog(plain))
  const titled = withTitles(dialect ? withOutline(mapLines(lines, dialect)) : plain)
  const own = isChangelog(titled) ? titled : plain
  const versions = own.outline.headings.filter(({ meaning }) => !/other|chapter/.test(meaning.kind))
  const all = [...lines.keys()]
  const contents = versions.map(({ heading }, index) =>
    all.slice(heading.firstLine, versions[index + 1]?.heading.firstLine),
  )
  const prose = readProse(own.map, own.outline.isAscending ? contents.toReversed() : contents)
  const read = prose ? withTitles(withOutline(mapLines(lines, prose))) : own
  // A line that starts with a number can be a row of a table among list items.
  return isChangelog(read) ? read : own
}

/** Reads lines of text that are versions, in a file whose headings are none. */
function withTitles(own: ReturnType<typeof withOutline>) {
  const [first, name] = ['release', 'unreleased'].map(
    (kind) => own.outline.headings.find(({ meaning }) => meaning.kind === kind)?.heading,
  )
  // The section in progress alone can be above or below versions that are lines of text.
  const above = findTitles(own.map, first ?? name)
  const titles = above.length > 0 || first || !name ? above : findTitles(own.map)
  if (titles.length === 0) return own
  const { map } = own
  const titleLines = new Set(titles.flatMap(({ firstLine, lastLine }) => [firstLine, lastLine]))
  const kinds = map.kinds.map((kind, line) => (titleLines.has(line) ? 'heading' : kind))
  const headings = [...map.headings, ...titles].toSorted((a, b) => a.firstLine - b.firstLine)
  return withOutline({ ...map, kinds, headings })
}

const withOutline = (map: LineMap) => ({ map, outline: readOutline(map) })
const isChangelog = ({ outline }: ReturnType<typeof withOutline>) =>
  outline.headings.some(({ meaning }) => meaning.kind !== 'other')

/** Finds the Unreleased section, if any. @throws AppError `changelog/ambiguous` when there is more than one */
export function findUnreleased({ sections }: ChangelogDocument): Section | undefined {
  const [found, second] = sections.filter(({ meaning }) => meaning.kind === 'unreleased')
  if (!second) return found
  const message = `expected one Unreleased heading, got a second one at line ${second.heading.firstLine + 1}`
  throw new AppError(CHANGELOG_ERRORS.ambiguous, message)
}

/** The releases of the newest one's product, which can have been without a name before. */
function orderReleases(releases: readonly ReleaseSection[]): readonly ReleaseSection[] {
  const newest = releases[0]?.meaning
  const majorOf = (version: string) => Number.parseInt(version, 10)
  const versions = releases.map(({ meaning }) => meaning.version)
  // Below 0.11, versions such as 113.43 or 12.03 are of an older scheme, and 14.0.1 or 7.6.7 alone is a typing error.
  const count = (major: number, form = /^/) =>
    versions.filter((one) => majorOf(one) === major && form.test(one)).length
  const isInUse = (major: number) =>
    major <= majorOf(newest?.version ?? '') + 1 ||
    count(major, /^\d+\.0(?:\.0)?(?:$|-)/) > 0 ||
    (major < 100 && count(major, major < 10 ? /^/ : /^\d+\.\d+\.\d/) > 1) ||
    (major < 10 && count(major - 1) > 0)
  // Between 0.32 and 0.31, 0.311 is a decimal number.
  const isDecimal = (version: string, above = '', below = '') =>
    version.slice(0, -1) === below && above.length === below.length && Number(above) > Number(version)
  return releases.filter(
    ({ meaning: { product, version } }, index) =>
      newest &&
      (product === newest.product || product === undefined) &&
      startsWithYear(version) === startsWithYear(newest.version) &&
      isInUse(majorOf(version)) &&
      !isDecimal(version, versions[index - 1], versions[index + 1]),
  )
}

function readSection(
  map: LineMap,
  heading: Heading,
  meaning: Section['meaning'],
  subheadings: readonly Heading[],
  endLine: number,
  labelAt: ReturnType<typeof createLabelReader>,
): Section {
  const from = heading.lastLine + 1
  const dateLine = findDateLine(map, from, endLine)
  const named = subheadings.filter(({ firstLine }) => firstLine !== dateLine?.line)
  const findLabels = () =>
    map.lines.slice(from, endLine).flatMap((_, index) => labelAt(from + index, heading.level + 1) ?? [])
  const headings = named.length > 0 ? named : findLabels()
  const categories = headings.map((one, index) => ({
    heading: one,
    endLine: headings[index + 1]?.firstLine ?? endLine,
  }))
  const readIn = (one: Category) => readEntries(map, one.heading.text, one.heading.lastLine + 1, one.endLine)
  const above = readEntries(map, null, from, headings[0]?.firstLine ?? endLine)
  const items = [...above, ...categories.flatMap(readIn)].filter((one) => one.firstLine !== dateLine?.line)
  const entries = items.filter(({ description }) => !isPlaceholder(description))
  const dated =
    meaning.kind === 'release' ? { ...meaning, date: meaning.date ?? dateLine?.date?.iso ?? null } : meaning
  return { heading, meaning: dated, endLine, categories, dateLine, entries }
}

/** A line of one to four words above a list, such as `Bug fixes:`, `[Bug fixes]` or `*Bug fixes*`. */
const PLAIN_LABEL =
  /^(?:\[ ?(?=.*\]$)|\*(?=.*\*$))?(\p{L}[\p{L}/-]{0,20}(?: [\p{L}/&-]{1,20}){0,3})(?: ?\]|:|\*)?$/u

/** Reads lines in place of the headings of categories: `**Added**`, or text in a file with two such lines above lists. */
function createLabelReader(map: LineMap) {
  const { kinds, lines } = map
  const plainAt = (line: number) => {
    if (!isAlone(map, line)) return undefined
    const [text, below] = [textAt(map, line).trim(), kinds[line + 1] === 'blank' ? line + 2 : line + 1]
    // The name of a category can be above nothing.
    const isEmpty = () =>
      kinds[below] === 'heading' || below >= lines.length || isCategory(textAt(map, below).trim())
    const isTitle = kinds[below] === 'list' || (isCategory(text) && isEmpty())
    return isTitle ? PLAIN_LABEL.exec(withoutSigns(text))?.[1] : undefined
  }
  const labels = lines.flatMap((_, line) => (plainAt(line) ? textAt(map, line).trim() : []))
  // In plain text, lines that all have a colon or brackets have any names.
  const areUniform = map.dialect.syntax !== 'markdown' && labels.every((label) => /[:\]]$/.test(label))
  const names = labels.filter((label) => areUniform || isCategory(label))
  // In plain text, one line is enough when it has a colon or capitals. Org has headlines.
  const isText =
    map.dialect.syntax !== 'markdown' && !map.headings.some((one) => /^\*/.test(textAt(map, one.firstLine)))
  const isMarked = isText && names.some((name) => isCategory(name) && /[:\]]$|^\P{Ll}+$/u.test(name))
  const isPlain = names.length > Number(!isMarked)
  const known = new Set(isPlain ? labels : [])
  return (line: number, level: number) => {
    const text = isAlone(map, line) ? textAt(map, line).trim() : ''
    const name = readLabel(text) ?? (known.has(text) ? PLAIN_LABEL.exec(withoutSigns(text))?.[1] : undefined)
    return name === undefined ? undefined : toLabel(line, level, name)
  }
}
