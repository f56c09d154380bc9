// Determines the version of a release, and refuses where the file does not show which one follows.
import { prerelease } from 'semver'
import { quote } from '../../../quote.ts'
import { type ChangelogDocument, currentRelease, type Section } from '../../document/index.ts'
import type { VersionBump } from '../../entry.ts'
import { bumpVersion } from '../../version.ts'
import { refusal } from '../refusals.ts'

/** @throws AppError `changelog/edit_refused` when the version does not follow from the file */
export function nextVersion(document: ChangelogDocument, unreleased: Section, bump: VersionBump): string {
  assertCanBump(document)
  const version = bumpVersion(document.version, bump)
  const { heading, meaning } = unreleased
  const planned = meaning.kind === 'unreleased' ? meaning.planned : undefined
  if (planned !== undefined && planned !== version) {
    throw refusal(
      heading.firstLine,
      `the planned version ${quote(planned)} to be the next ${bump} version, got ${quote(version)}`,
    )
  }
  assertFitsChapter(document, unreleased, version)
  return version
}

function assertCanBump(document: ChangelogDocument): void {
  const highest = currentRelease(document)
  if (!highest) return
  const { version, isSemVer } = highest.meaning
  const refuse = (expectation: string) =>
    refusal(highest.heading.firstLine, `${expectation} ${quote(version)}`)
  if (!isSemVer) throw refuse('a SemVer version as the highest one, got')
  const suffix = prerelease(version)?.join('.')
  if (suffix === undefined) return
  const semVer = document.releases.filter(({ meaning }) => meaning.isSemVer)
  const releases = document.isAscending ? semVer.toReversed() : semVer
  if (releases[0] !== highest) throw refuse('the highest version to be the newest one, got the pre-release')
  const suffixes = releases.slice(0, 3).map(({ meaning }) => prerelease(meaning.version)?.join('.'))
  if (suffixes.length === 3 && suffixes.every((other) => other === suffix))
    throw refuse('a version without a suffix of the product, got')
}

/** A chapter of versions, such as `# Version 0.16` or `## 0.10.x`. */
const SERIES = /(?<![\d.])(\d+)\.(?:0*(\d+)(?:\.x)?|x)(?![\d.]|\w)/i

/** Asserts that a new version belongs to the chapter of the Unreleased section, when the file has chapters of versions. */
function assertFitsChapter(
  { headings, sections }: ChangelogDocument,
  { heading }: Section,
  version: string,
): void {
  const own = new Set(sections.map((section) => section.heading))
  const chapters = headings.filter(
    (one) => one.level < heading.level && !own.has(one) && SERIES.test(one.text),
  )
  const chapter = chapters.findLast(({ firstLine }) => firstLine < heading.firstLine)
  if (!chapter || chapters.length < 2) return
  const [, major, minor] = SERIES.exec(chapter.text) ?? []
  const [newMajor, newMinor] = version.split('.')
  if (major === newMajor && (minor === undefined || minor === newMinor)) return
  throw refusal(chapter.firstLine, `a version of the chapter ${quote(chapter.text)}, got ${quote(version)}`)
}
