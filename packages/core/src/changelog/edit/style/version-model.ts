// Finds the release whose heading a new version heading resembles.
import { type ChangelogDocument, currentSection, findDate, type Section } from '../../document/index.ts'

/** A section of a release. */
export interface ReleaseSection extends Section {
  readonly meaning: Extract<Section['meaning'], { kind: 'release' }>
}

/** Number of the newest releases whose style counts. Older ones can have another style. */
const MAX_MODELS = 3

/** Maximum length of the text of a heading that others resemble, in UTF-16 code units. */
const MAX_HEADING_LENGTH = 1000

/** The releases, the newest first. When the highest version is not the first one, those above it are left out. */
export function releasesNewestFirst(document: ChangelogDocument): ReleaseSection[] {
  const releases = document.sections.filter((one): one is ReleaseSection => one.meaning.kind === 'release')
  const ordered = document.isAscending ? releases.toReversed() : releases
  const highest = currentSection(document)
  return ordered.slice(Math.max(0, highest ? ordered.indexOf(highest as ReleaseSection) : 0))
}

/** The newest releases, whose style counts. */
export function newestReleases(document: ChangelogDocument): ReleaseSection[] {
  return releasesNewestFirst(document).slice(0, MAX_MODELS)
}

/**
 * The release that a new one resembles: of the newest ones, the first with a date, or the first one when none has a date.
 * Undefined when there are no releases.
 */
export function findModel(document: ChangelogDocument): ReleaseSection | undefined {
  const releases = releasesNewestFirst(document).filter(
    ({ heading }) => heading.text.length <= MAX_HEADING_LENGTH && !hasTags(heading.text),
  )
  const semVer = releases.filter(({ meaning }) => meaning.isSemVer)
  const newest = (semVer.length > 0 ? semVer : releases).slice(0, MAX_MODELS)
  return newest.find(hasDate) ?? newest[0]
}

/**
 * The level of the heading of the next version. In a file whose major and minor versions have another level than the patch
 * versions, it is that of the newest releases of the same kind.
 */
export function versionLevel(document: ChangelogDocument, version: string): number | undefined {
  const releases = releasesNewestFirst(document).filter(({ meaning }) => meaning.isSemVer)
  const kinds = KINDS.slice(0, KINDS.findIndex(({ test }) => test(version)) + 1).toReversed()
  for (const { test } of kinds) {
    const [first, second] = releases.filter(({ meaning }) => test(meaning.version))
    if (!first) continue
    // One version of another level is a slip.
    if (first.heading.level === second?.heading.level) return first.heading.level
    break
  }
  return releases[0]?.heading.level
}

/** The kinds of versions, from the rarest to the most frequent one. */
const KINDS: readonly { readonly test: (version: string) => boolean }[] = [
  { test: (version) => /^\d+\.0\.0$/.test(version) },
  { test: (version) => /^\d+\.[1-9]\d*\.0$/.test(version) },
  { test: (version) => /^\d+\.\d+\.[1-9]\d*$/.test(version) },
]

function hasDate({ heading, meaning, dateLine }: ReleaseSection): boolean {
  const rest = heading.text.slice(heading.text.indexOf(meaning.version) + meaning.version.length)
  return meaning.date !== null || dateLine !== undefined || findDate(rest) !== undefined
}

/** Whether a text has HTML tags besides anchors. */
function hasTags(text: string): boolean {
  return /[<>]/.test(text.replaceAll(/<a\s[^<>]*>|<\/a>/gi, ''))
}
