// Decides what the headings of a changelog mean. A heading is not decided by itself: the level at which the versions stand,
// and the position of the first released version, belong to the whole file.
import { compareVersions } from '../version.ts'
import type { Heading } from './line-map.ts'
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
