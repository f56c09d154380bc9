// Compares and increments versions, in the ways in which changelogs write them. node-semver compares those that mean a SemVer
// version; others are compared by their numbers.
// @see https://semver.org/spec/v2.0.0.html
import { compare, inc, prerelease, valid } from 'semver'
import type { VersionBump } from './entry.ts'

/** The current version of a changelog without releases. */
export const INITIAL_VERSION = '0.0.0'

/** A pre-release, such as `-rc.1`, `.beta1` or ` Beta 2`. */
export const PRE_RELEASE = String.raw`[-. ]?\(?(?:rc|release candidate|alpha|beta|preview|pre|milestone|dev|m|a|b)[-. ]?\d{0,9}\)?`

/** A word of a release at the end of a version. The next version keeps it. */
export const FINAL = /[-.](?:release|final|ga|stable)$/i

/** The start of a pre-release in SemVer, or a word with a number. Another word, such as `jre`, can be that of a product. */
export const STAGE =
  /^(?:\d|[a-z-]+\.\d+$|(?:alpha|beta|canary|cr|dev(?:elop)?|ea|milestone|next|nightly|pre(?:view|release)?|rc|snapshot|test|unstable|[abcm])(?![a-z]))/i

/**
 * The ways to write versions. The first one that matches counts. docs/changelog-format.md lists them. `name`: for messages, with an
 * article. `canBump`: whether a release increments such versions. The next version has as many numbers.
 */
export const SCHEMES = [
  { name: 'a version with a letter', pattern: /^\d+(?:\.\d+)+[a-z]$/i, canBump: false },
  { name: 'a SemVer version', pattern: /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?![.\d\s(])/, canBump: true },
  { name: 'a date', pattern: /^(?:(?:19|20)\d{2}[.-]\d{1,2}|\d{2}\.0\d)(?!\d)/, canBump: false },
  { name: 'a decimal version', pattern: /^\d+\.0\d{3,}$/, canBump: false },
  {
    name: 'a version of one to three numbers',
    pattern: new RegExp(String.raw`^\d+(?:\.\d+(?:[.-]\d+)?)?(?:${PRE_RELEASE}|${FINAL.source})?$`, 'i'),
    canBump: true,
  },
  { name: 'a version of four numbers', pattern: /^\d+(?:\.\d+){3}/, canBump: false },
]

/** The scheme of a version. */
export function schemeOf(version: string) {
  return SCHEMES.find(({ pattern }) => pattern.test(version))
}

/** Whether a version starts with a year. Its order tells nothing about other versions. */
export function startsWithYear(version: string): boolean {
  return /^(?:19|20)\d{2}[.-]/.test(version)
}

const LOOSE = /^(\d+)(?:\.(\d+))?(?:[.-](\d+))?(?:[-. ]?\(?([a-z]+)[-. ]?(\d*)\)?)?$/i

/** The SemVer version that a version means: `2.0.0` for `2.0`, `2.0.0-beta.2` for `2.0 Beta 2`. Undefined for others. */
export function toSemVer(text: string): string | undefined {
  const version = text.replace(FINAL, '')
  if (valid(version)) return version
  const [loose, major, minor = 0, patch = 0, name, number] = LOOSE.exec(version) ?? []
  if (loose === undefined || (name && !new RegExp(`^${PRE_RELEASE}$`, 'i').test(name))) return undefined
  const suffix = name ? `-${name.toLowerCase()}${number ? `.${Number(number)}` : ''}` : ''
  return valid(`${Number(major)}.${Number(minor)}.${Number(patch)}${suffix}`) ?? undefined
}

/**
 * Compares two versions. Missing numbers count as 0. A version with a suffix such as `.rc.1` is lower than the one without it.
 * @returns a negative number when `a` is lower, a positive one when it is higher, otherwise 0
 */
export function compareVersions(a: string, b: string): number {
  // Beside a number that starts with 0, versions are decimal numbers, as in Perl: 0.095 is lower than 0.93.
  if (/^\d+\.(?:0\d+ \d+\.\d+|\d+ \d+\.0\d+)$/.test(`${a} ${b}`)) return Number(a) - Number(b)
  const [semVerA, semVerB] = [toSemVer(a.toLowerCase()), toSemVer(b.toLowerCase())]
  if (semVerA !== undefined && semVerB !== undefined) return compare(semVerA, semVerB)
  const [left, right] = [keysOf(a), keysOf(b)]
  const keys = left.map((key, index) => [key, right[index] ?? 0] as const)
  return keys.map(([one, other]) => Number(one > other) - Number(one < other)).find(Boolean) ?? 0
}

/** The parts of a version, in the order in which they count. */
function keysOf(version: string): readonly (number | string)[] {
  const text = /^\d+(?:\.\d+){0,3}/.exec(version)?.[0] ?? ''
  const suffix = version.slice(text.length).replace(/\+.*$/s, '')
  const numbers = [...text.split('.').map(Number), 0, 0, 0].slice(0, 4)
  // One letter, as in 1.2.0c, follows the version.
  return [...numbers, Number(/^[c-wyz]?$/i.test(suffix)), suffix]
}

/** The highest of the given versions. {@link INITIAL_VERSION} when there are none. */
export function highestVersion(versions: readonly string[]): string {
  return versions.reduce((one, other) => (compareVersions(other, one) > 0 ? other : one), INITIAL_VERSION)
}

/** The pre-release that follows the current version. After `1.3.0-rc.1`, `rc` of `1.3.0` is `1.3.0-rc.2`. */
export function nextPrerelease(current: string, version: string, identifier: string): string {
  const [own, suffix] = [stableOf(current), prerelease(current)?.join('.') ?? '']
  const [, known, separator = '.', number] = /^(.*?)(\.?)(\d+)$/.exec(suffix) ?? []
  if (own !== version || known !== identifier) return `${version}-${identifier}.1`
  return `${version}-${identifier}${separator}${Number(number) + 1}`
}

/** The version without its pre-release and build. */
export function stableOf(version: string): string {
  return version.replace(/[-+].*$/, '')
}

/**
 * The version after a release. For example, a minor release of `1.2.3` is `1.3.0`, of `1.2` it is `1.3`, and of
 * `1.02.02` it is `1.03.00`.
 * @param like a version that shows how many numbers such a release has: after `1.2.3`, `1.2` leads to `1.3`
 * @returns undefined when the next version needs more numbers than `like` has: a patch release of `1.2` needs a third one
 */
export function bumpVersion(current: string, bump: VersionBump, like = current): string | undefined {
  const semVer = schemeOf(current)?.canBump ? toSemVer(current) : undefined
  const next = semVer && inc(semVer, bump.toLowerCase() as 'major' | 'minor' | 'patch')
  if (!next || (semVer === current && valid(like))) return next ?? undefined
  const numbers = next.split('.')
  const form = /^\d+(?:[.-]\d+)*/.exec(like)?.[0] ?? ''
  const write = (old: string) => (numbers.shift() ?? '').padStart(/^0\d/.test(old) ? old.length : 0, '0')
  const written = form.replaceAll(/\d+/g, write)
  // The form has fewer numbers that are not 0, or more numbers, whose places are empty.
  const isOtherForm = numbers.some((number) => number !== '0') || /\D$/.test(written)
  return isOtherForm ? undefined : written + (FINAL.exec(current)?.[0] ?? '')
}
