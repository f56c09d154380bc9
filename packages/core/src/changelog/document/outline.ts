// Decides what the headings of a changelog mean. A heading is not decided by itself: the level at which the versions stand,
// and the position of the first released version, belong to the whole file.
import { compareVersions } from '../version.ts'
import type { Heading, LineMap } from './line-map.ts'
import { type HeadingReading, readHeading, type VersionReading } from './version-heading.ts'

/** The meaning of a heading in a changelog. */
export type HeadingMeaning =
  /** `planned` is the version that the heading announces, such as that of `## 2.0.0 - TBD`. */
  | { readonly kind: 'unreleased'; readonly planned?: string }
  | {
      readonly kind: 'release'
      readonly version: string
      /** Whether node-semver accepts the version. */
      readonly isSemVer: boolean
      readonly date: string | null
      readonly yanked: boolean
    }
  /** A version that was announced and never released: an Unreleased heading among the released versions. */
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'other' }

/** A heading with its meaning. */
export interface LocatedHeading {
  readonly heading: Heading
  readonly meaning: HeadingMeaning
}

/** The headings of a file and what they mean together. */
export interface Outline {
  readonly headings: readonly LocatedHeading[]
  /** Whether the newest version is the last one of the file. */
  readonly isAscending: boolean
  /** The levels at which versions and Unreleased headings stand. */
  readonly levels: ReadonlySet<number>
}

interface ReadHeading {
  readonly heading: Heading
  readonly reading: HeadingReading
}

/** Reads the headings of a file. */
export function readOutline(headings: readonly Heading[]): Outline {
  const read = headings.map((heading) => ({ heading, reading: readHeading(heading.text) }))
  const levels = findLevels(read)
  const isVersion = ({ heading, reading }: ReadHeading) =>
    reading.kind === 'version' && (reading.isCertain || levels.has(heading.level))
  const released = read.filter((one) => isVersion(one) && !(one.reading as VersionReading).isPlanned)
  const isAscending = findsNewestLast(read, released)
  const boundary = isAscending ? released.at(-1) : released[0]
  /** Whether a heading is where the next version belongs: before the newest one, or after it in an ascending file. */
  const isAtNewEnd = ({ heading }: ReadHeading) =>
    boundary === undefined || heading.firstLine < boundary.heading.firstLine !== isAscending
  const meaningOf = (one: ReadHeading): HeadingMeaning => {
    const { heading, reading } = one
    if (reading.kind === 'version' && isVersion(one)) {
      const { version, isSemVer, date, yanked } = reading
      if (!reading.isPlanned) return { kind: 'release', version, isSemVer, date, yanked }
      return isAtNewEnd(one) ? { kind: 'unreleased', planned: version } : { kind: 'abandoned' }
    }
    if (reading.kind === 'unreleased' && (reading.isCertain || levels.has(heading.level))) {
      if (isAtNewEnd(one)) return { kind: 'unreleased' }
      return reading.isCertain ? { kind: 'abandoned' } : { kind: 'other' }
    }
    return { kind: 'other' }
  }
  return {
    headings: read.map((one) => ({ heading: one.heading, meaning: meaningOf(one) })),
    isAscending,
    levels,
  }
}

/**
 * Finds the levels of versions: those of headings that are versions for everyone. Without any, the highest level with a
 * heading that may be a version, or, without those too, the level of the Unreleased heading.
 */
function findLevels(read: readonly ReadHeading[]): Set<number> {
  const levelsOf = (test: (reading: HeadingReading) => boolean) =>
    new Set(read.filter(({ reading }) => test(reading)).map(({ heading }) => heading.level))
  const certain = levelsOf((reading) => reading.kind === 'version' && reading.isCertain)
  if (certain.size > 0) return certain
  const possible = levelsOf((reading) => reading.kind === 'version')
  if (possible.size > 0) return new Set([Math.min(...possible)])
  return levelsOf((reading) => reading.kind === 'unreleased' && reading.isCertain)
}

/**
 * Whether the newest version of a file is its last one: the versions ascend, and no Unreleased heading is above them. One
 * version ascends when an Unreleased heading without a version is below it.
 */
function findsNewestLast(read: readonly ReadHeading[], released: readonly ReadHeading[]): boolean {
  const first = released[0]
  if (!first) return false
  const unreleased = read.filter(({ reading }) => reading.kind === 'unreleased' && reading.isCertain)
  if (unreleased.some(({ heading }) => heading.firstLine < first.heading.firstLine)) return false
  const versions = released.map(({ reading }) => (reading as VersionReading).version)
  if (versions.length === 1) return unreleased.length > 0
  let ascends = false
  for (const [index, version] of versions.slice(1).entries()) {
    const step = compareVersions(version, versions[index] as string)
    if (step < 0) return false
    ascends ||= step > 0
  }
  return ascends
}

/** A line that may be a version. */
export interface UnknownLine {
  /** The index of the line, from 0. */
  readonly line: number
  readonly text: string
}

/**
 * Finds headings at the level of the versions that say nothing known, but have entries, or a number and other content.
 * Paragraphs such as `**1.2.0** (2020-01-01)` above the first release are found too, and, in a file without releases, list
 * items.
 * @param contained the headings inside sections
 */
export function findUnknownLines(
  map: LineMap,
  { headings, levels }: Outline,
  contained: ReadonlySet<Heading>,
): UnknownLine[] {
  const first = headings.find(({ meaning }) => meaning.kind === 'release')?.heading
  const unknown = headings.filter(
    ({ heading, meaning }, index) =>
      meaning.kind === 'other' &&
      (levels.has(heading.level) || (!first && NUMBER.test(heading.text))) &&
      !contained.has(heading) &&
      mayBeVersion(map, headings, index),
  )
  // Below the first version, such texts are not decisive. Above it, a list item is an entry.
  const texts = findTexts(map).filter(
    ({ line }) => !first || (line < first.firstLine && map.kinds[line] === 'paragraph'),
  )
  const lines = [...unknown.map(({ heading }) => ({ line: heading.firstLine, text: heading.text })), ...texts]
  return lines.toSorted((a, b) => a.line - b.line)
}

const NUMBER = /\d+\.\d+|\d{4}/

/** Whether a heading has entries below it, or a number and other content. */
function mayBeVersion(
  { kinds, lines }: LineMap,
  headings: readonly LocatedHeading[],
  index: number,
): boolean {
  const { heading } = headings[index] as LocatedHeading
  // The versions below a title do not belong to its content.
  const isBelow = (next: LocatedHeading) =>
    next.meaning.kind === 'other' && next.heading.level > heading.level
  let end = index + 1
  for (let next = headings[end]; next && isBelow(next); next = headings[end]) end++
  const content = kinds.slice(heading.lastLine + 1, headings[end]?.heading.firstLine ?? lines.length)
  if (content.includes('list')) return true
  return NUMBER.test(heading.text) && content.some((kind) => kind !== 'blank')
}

/** Finds paragraphs and list items that start with a version. */
function findTexts({ kinds, lines }: LineMap): UnknownLine[] {
  return lines.flatMap(({ text }, line) => {
    const isStart = kinds[line] === 'paragraph' ? kinds[line - 1] !== 'paragraph' : kinds[line] === 'list'
    const content = isStart ? text.replace(/^[ \t]*[-*+][ \t]+/, '').trim() : ''
    const isVersion = /^\W{0,4}v?\d/i.test(content) && readHeading(content).kind === 'version'
    return isVersion ? [{ line, text: content }] : []
  })
}
