// Determines the version of a release, and refuses where the file does not show which one follows.
import { prerelease, valid } from 'semver'
import { quote } from '../../../quote.ts'
import {
  type ChangelogDocument,
  findDate,
  type ReleaseSection,
  type Section,
  withoutTargets,
} from '../../document/index.ts'
import type { VersionBump } from '../../entry.ts'
import {
  bumpVersion,
  compareVersions,
  FINAL,
  nextPrerelease,
  STAGE,
  schemeOf,
  stableOf,
  toSemVer,
} from '../../version.ts'
import { refusal } from '../refusals.ts'

/** Determines the next version: the exact one, or the one that the bump leads to, or a pre-release of that. */
export interface VersionChoice {
  readonly bump: VersionBump
  /** The identifier of a pre-release, such as `rc`. */
  readonly prerelease?: string | undefined
  /** The exact version. Then the bump does not count. */
  readonly version?: string | undefined
}

const REMEDY = 'request an exact version, or write its heading by hand'

/** @throws AppError `changelog/edit_refused` when the version does not follow from the file */
export function nextVersion(document: ChangelogDocument, unreleased: Section, choice: VersionChoice): string {
  const version =
    choice.version === undefined ? derive(document, choice) : readExact(document, choice.version)
  const { heading, meaning } = unreleased
  const planned = meaning.kind === 'unreleased' && meaning.planned
  const series = planned && /^(.*\.)next$/i.exec(planned)?.[1]
  const fits = (one: string) =>
    series ? one.startsWith(series) : planned && compareVersions(planned, one) === 0
  if (planned && ![version, stableOf(version)].some(fits)) {
    const next = `the next ${choice.version === undefined ? `${choice.bump} ` : ''}version, got ${quote(version)}`
    const remedy = 'request another bump, or remove the version from the heading'
    throw refusal(heading.firstLine, `the planned version ${quote(planned)} to be ${next}`, remedy)
  }
  assertFitsChapter(document, unreleased, version)
  return planned && compareVersions(planned, version) === 0 ? planned : version
}

/** The version of a package in development. It starts where no number does, so that a long one takes linear time. */
const IN_DEVELOPMENT = /(?<![\d.])(\d[\d.]*)\.(?:99|9\d{3})(?!\d)/

/** The version that the bump leads to, or its next pre-release. */
function derive(document: ChangelogDocument, { bump, prerelease: identifier }: VersionChoice): string {
  const { version: current, releases, headings } = document
  // A heading such as `pkg 4.5.99 (in development)` says that there are versions before it.
  const first = headings.find(({ text }) => /[1-9]/.test(IN_DEVELOPMENT.exec(text)?.[1] ?? ''))
  if (first && releases.length === 0)
    throw refusal(first.firstLine, `a released version beside ${quote(first.text)}`, REMEDY)
  const version = bumpCurrent(document, bump)
  if (identifier === undefined) return version
  const own = valid(current) ? (toSemVer(version) ?? version) : version
  const next = nextPrerelease(current, own, identifier)
  if (valid(next) && compareVersions(next, current) > 0) return next
  throw refusal('prerelease', `an identifier whose version is higher than ${current}, got ${next}`)
}

function readExact({ version: current }: ChangelogDocument, text: string): string {
  const scheme = schemeOf(current)
  const isLikeCurrent = /^\d+(?:\.\d+)+$/.test(text) && schemeOf(text) === scheme
  const version = (isLikeCurrent || valid(text)) && text.replace(/^[v=\s]+/, '').trim()
  if (version && compareVersions(version, current) > 0) return version
  throw refusal('version', `${scheme?.name ?? 'a SemVer version'} higher than ${current}, got ${quote(text)}`)
}

function bumpCurrent(document: ChangelogDocument, bump: VersionBump): string {
  const highest = document.ordered.find(({ meaning }) => meaning.version === document.version)
  const next = bumpInForm(document, bump)
  if (!highest) return next ?? document.version
  const { version } = highest.meaning
  const refuse = (expectation: string, { heading, meaning }: ReleaseSection = highest) =>
    refusal(heading.firstLine, `${expectation} ${quote(meaning.version)}`, REMEDY)
  const { ordered, releases, isAscending } = document
  const versions = ordered.map(({ meaning }) => meaning.version)
  // A higher version of another product can be among those of this one.
  const oldest = releases.indexOf(ordered.at(-1) ?? highest)
  const range = isAscending ? releases.slice(oldest) : releases.slice(0, oldest)
  // One that is older by its date, too, is a typing error.
  const isOlder = ({ date, version: other }: ReleaseSection['meaning']) =>
    (date !== null && date < (highest.meaning.date ?? '')) || Number(other) < Number(version)
  const rival = range.find(
    ({ meaning }) => compareVersions(meaning.version, version) > 0 && !isOlder(meaning),
  )
  if (rival) {
    const expectation = `the versions of one product, got ${quote(rival.heading.text)}`
    throw refusal(rival.heading.firstLine, expectation, 'correct it, or keep each product in its own file')
  }
  const beside = withoutTargets(textBeside(highest))
  const isDated = findDate(beside.replace(findDate(beside)?.text ?? '', '')) !== undefined
  if (isDated || SECOND_VERSION.test(beside))
    throw refuse('a heading of one version and one date, got another one beside')
  // A date can look like a version of two numbers, and the revision of a package like a third number.
  const hasMonths = !versions.some((one) => /^\d\d\.(?:1[3-9]|[2-9]\d)$/.test(one))
  // In 22.12.0 above 22.09.0, the second number is a month.
  const isOfYear = (one: string) => !valid(version) || one.split('.')[0] === version.split('.')[0]
  const date = versions.find((one) => hasMonths && isOfYear(one) && schemeOf(one)?.name === 'a date')
  const isCounted = versions.some((one) => one.endsWith('-0')) || (bump === 'PATCH' && !valid(version))
  const isRevised = (one: string) => REVISION.test(bump === 'PATCH' ? one : fixedBy(one, versions))
  const revised = [highest, ordered[0]].find((one) => !isCounted && isRevised(one?.meaning.version ?? ''))
  const scheme = revised ? 'a version with a revision' : (schemeOf(date ?? version)?.name ?? 'another form')
  if (next === undefined || date !== undefined || revised)
    throw refuse(`a version that a ${bump} release increments as in SemVer, got ${scheme}`, revised)
  const later = highest.entries.find(({ description }) => {
    const [, own = '', first] = OWN_VERSION.exec(description) ?? []
    return first === version.split('.', 1)[0] && compareVersions(own, next) >= 0
  })
  if (later)
    throw refusal(later.firstLine, `an entry of ${quote(version)}, got that of a later version`, REMEDY)
  // After 0.99, the decimal number 0.100 is lower. With 3.4 above 3.25, the versions can be decimal numbers.
  const isDecimal = versions.some((one) => /^\d+\.0\d+$/.test(one)) && Number(next) <= Number(version)
  if (isDecimal || (/^\d+\.\d+$/.test(version) && Number(versions[0]) > Number(version)))
    throw refuse('a version that has a next one of as many digits, got the decimal number')
  const suffix = suffixOf(highest)
  const stable = ordered.filter((one) => suffixOf(one) === undefined).map(({ meaning }) => meaning.version)
  if (new Set([version, ...stable.slice(0, 2)].map((one) => FINAL.exec(one)?.[0])).size > 1)
    throw refuse('versions that end with the same word, such as “final”, got')
  // In a series of versions such as `1.2.0 - 2026-11-21 (beta)`, the next one is higher. The only one can be before 1.2.0.
  const [stage, newest, older] = [highest, ...ordered].map((one) => STAGE_BESIDE.exec(textBeside(one))?.[1])
  if (suffix === undefined && stage !== undefined && (ordered[0] !== highest || newest !== older))
    throw refuse('a version that says nothing of a pre-release, got')
  if (suffix === undefined) return next
  const semVer = ordered.filter(({ meaning }) => toSemVer(meaning.version))
  if (semVer[0] !== highest) throw refuse('the highest version to be the newest one, got the pre-release')
  const suffixes = semVer.slice(0, 3).map(suffixOf)
  const isOfProduct = suffixes.length === 3 && suffixes.every((other) => other === suffix)
  if (isOfProduct || !STAGE.test(suffix)) throw refuse('a version without a suffix of the product, got')
  return next
}

/**
 * The next version, with as many numbers as the two newest ones of its kind: after `1.1.1`, `1.1` and `1.0`, the next minor version
 * is `1.2`. A patch of `1.2` is `1.2.1`, when there are `1.1.1` and `1.1`. In an older series, patches can have another form, and those of `1.2.3` have its own.
 */
function bumpInForm({ version: own, ordered }: ChangelogDocument, bump: VersionBump): string | undefined {
  const versions = ordered.map(({ meaning }) => meaning.version)
  const series = versions.filter((one) => one.split('.', 1)[0] === own.split('.', 1)[0])
  // The decimal numbers of Perl can have two groups of three digits.
  const withGroups = (version: string) => version.replace(/^(\d+\.0\d\d)(0\d\d)$/, '$1.$2')
  if ([own, ...series].every((one) => withGroups(one) !== one))
    return bumpVersion(withGroups(own), bump)?.replace(/\.(?=\d+$)/, '')
  const current = bump === 'PATCH' ? own : fixedBy(own, versions)
  const isOfKind = (version: string) =>
    bump === 'PATCH'
      ? (series.length < 2 || series.includes(version)) &&
        versions.some((minor) => version.startsWith(`${minor}.`))
      : /\.0$/.test(toSemVer(version) ?? '') && bumpVersion(current, bump, version) !== undefined
  const hasHyphen = (version: string) => /^\d+\.\d+-/.test(version)
  const [like, older] = versions.filter((one) => hasHyphen(one) === hasHyphen(current) && isOfKind(one))
  const isOwn = bump === 'PATCH' ? valid(current) : like && older && !valid(like) && valid(older)
  return bumpVersion(current, bump, isOwn ? current : like)
}

/** The version that one is a fix of: 0.2.6 for 0.2.6.2, and 0.2 for 0.2-1, beside it or, in a longer file, as the only one of its form. Otherwise the version itself, also where several have four numbers, as in Haskell: their third one can be the minor one. */
function fixedBy(version: string, versions: readonly string[]): string {
  const fixed = version.replace(/(?<=^\d+(?:\.\d+){2})\.\d+$|(?<=^\d+(?:\.\d+){1,2})-\d+$/, '')
  const isOnlyOne = REVISION.test(version) && versions.filter((one) => REVISION.test(one)).length === 1
  const areFour = [version, ...versions].filter((one) => /^\d+(?:\.\d+){3}$/.test(one)).length > 2
  return (versions.includes(fixed) && !areFour) || (isOnlyOne && versions.length > 3) ? fixed : version
}

/** A version whose number after a hyphen can be that of a package, or of a pre-release. Patches count the one of `1.1-10` in any case. */
const REVISION = /^\d+(?:\.\d+){1,2}-\d[\d.]*$/

/** A stage before a release at the end of a heading, as in `1.2.0 - 2026-11-21 (beta)`. */
const STAGE_BESIDE = /(?<=[\s([-])(alpha|beta|rc|preview|pre-?release)[-. ]?\d*[)\]]?$/i

/** The version of an entry, as in `(3.5.2) Fix x` below `Version 3.5.0`. */
const OWN_VERSION = /^[([]?v?((\d+)\.\d+\.\d+)[)\]:]/

/** The text after the version in the heading of a release. */
function textBeside({ heading: { text }, meaning: { version } }: ReleaseSection): string {
  return text.slice(text.indexOf(version) + version.length)
}

/** A second product beside the first one, as in `Wrappers 1.4.2 | Solver 1.4.1`, or another version, as in `re-released as 3.0.0`. */
const SECOND_VERSION = /(?:(?:[|/,&+]|\sand)\s+\p{L}[\p{L}\w-]{0,60}|released\s+as)\s+v?\d+\.\d/iu

/** The pre-release of a version, such as `rc.1`. */
function suffixOf({ meaning }: ReleaseSection): string | undefined {
  return prerelease(toSemVer(meaning.version) ?? '')?.join('.')
}

/** A chapter of versions, such as `# Version 0.16`, `## 0.10.x` or `## 0.10.0`. */
const SERIES = /(?<![\d.])(\d+)\.(?:0*(\d+)(?:\.[x0])?|x)(?![\d.]|-?\w)/i

/** Asserts that a new version belongs to the chapter of the Unreleased section, when the file has chapters of versions. */
function assertFitsChapter({ headings, sections }: ChangelogDocument, { heading }: Section, version: string) {
  const own = new Set(sections.map((section) => section.heading))
  const chapters = headings.filter(
    (one) => one.level < heading.level && !own.has(one) && SERIES.test(one.text),
  )
  const chapter = chapters.findLast(({ firstLine }) => firstLine < heading.firstLine)
  // One at the start of the file is its title.
  if (!chapter || (chapters.length < 2 && chapter === headings[0])) return
  const [, major, minor] = SERIES.exec(chapter.text) ?? []
  const [newMajor, newMinor] = version.split('.')
  if (major === newMajor && (minor === undefined || minor === newMinor)) return
  const expectation = `a version of the chapter ${quote(chapter.text)}, got ${quote(version)}`
  throw refusal(chapter.firstLine, expectation, 'move Unreleased above the chapter, or into a new one')
}
