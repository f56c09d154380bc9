// Determines the version of a release, and refuses where the file does not show which one follows.
import { prerelease } from 'semver'
import { quote } from '../../../quote.ts'
import { type ChangelogDocument, currentSection, currentVersion, type Section } from '../../document/index.ts'
import type { VersionBump } from '../../entry.ts'
import { bumpVersion } from '../../version.ts'
import { refusal } from '../understood.ts'

/** @throws AppError `changelog/edit_refused` when the version does not follow from the file */
export function nextVersion(document: ChangelogDocument, unreleased: Section, bump: VersionBump): string {
  assertCanBump(document)
  const version = bumpVersion(currentVersion(document), bump)
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
  const highest = currentSection(document)
  if (highest?.meaning.kind !== 'release') return
  const { version, isSemVer } = highest.meaning
  const { firstLine } = highest.heading
  if (!isSemVer) throw refusal(firstLine, `a SemVer version as the highest one, got ${quote(version)}`)
  const suffix = prerelease(version)?.join('.')
  if (suffix === undefined) return
  const releases = releasesOf(document)
  if (releases[0] !== highest)
    throw refusal(
      firstLine,
      `the highest version to be the newest one, got the pre-release ${quote(version)}`,
    )
  const newest = releases.slice(0, 3).map(({ meaning }) => prerelease(versionOf(meaning))?.join('.'))
  if (newest.length === 3 && newest.every((other) => other === suffix))
    throw refusal(firstLine, `a version without a suffix of the product, got ${quote(version)}`)
}

/** The SemVer releases, the newest first. */
function releasesOf({ sections, isAscending }: ChangelogDocument): Section[] {
  const releases = sections.filter(({ meaning }) => meaning.kind === 'release' && meaning.isSemVer)
  return isAscending ? releases.toReversed() : releases
}

function versionOf(meaning: Section['meaning']): string {
  return meaning.kind === 'release' ? meaning.version : ''
}

/** A chapter of versions, such as `# Version 0.16` or `## 0.10.x`. */
const SERIES = /(?<![\d.])(\d+)\.(?:0*(\d+)(?:\.x)?|x)(?![\d.]|\w)/i

/** Asserts that a new version belongs to the chapter of the Unreleased section, when the file has chapters of versions. */
function assertFitsChapter(
  { lineMap, sections }: ChangelogDocument,
  { heading }: Section,
  version: string,
): void {
  const own = new Set(sections.map((section) => section.heading))
  const chapters = lineMap.headings.filter(
    (one) => one.level < heading.level && !own.has(one) && SERIES.test(one.text),
  )
  const chapter = chapters.findLast(({ firstLine }) => firstLine < heading.firstLine)
  if (!chapter || chapters.length < 2) return
  const [, major, minor] = SERIES.exec(chapter.text) ?? []
  const [newMajor, newMinor] = version.split('.')
  if (major === newMajor && (minor === undefined || minor === newMinor)) return
  throw refusal(chapter.firstLine, `a version of the chapter ${quote(chapter.text)}, got ${quote(version)}`)
}
