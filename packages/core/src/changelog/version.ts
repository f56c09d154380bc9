// Compares and increments versions. node-semver compares SemVer versions; others are compared by their numbers.
// @see https://semver.org/spec/v2.0.0.html
import { compare, inc, valid } from 'semver'
import type { VersionBump } from './entry.ts'

/** The current version of a changelog without releases. */
export const INITIAL_VERSION = '0.0.0'

/**
 * Compares two versions. Missing numbers count as 0, and a version with a suffix such as `.rc.1` is lower than the one
 * without it.
 * @returns a negative number when `a` is lower, a positive one when it is higher, otherwise 0
 */
export function compareVersions(a: string, b: string): number {
  if (valid(a) && valid(b)) return compare(a, b)
  const [left, right] = [parseVersion(a), parseVersion(b)]
  for (let index = 0; index < 4; index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.suffix === right.suffix) return 0
  if (left.suffix === '' || right.suffix === '') return left.suffix === '' ? 1 : -1
  return left.suffix < right.suffix ? -1 : 1
}

function parseVersion(version: string): { readonly numbers: readonly number[]; readonly suffix: string } {
  const text = /^\d+(?:\.\d+){0,3}/.exec(version)?.[0] ?? ''
  return { numbers: text.split('.').map(Number), suffix: version.slice(text.length).replace(/\+.*$/s, '') }
}

/** The highest of the given versions. {@link INITIAL_VERSION} when there are none. */
export function highestVersion(versions: readonly string[]): string {
  return versions.reduce(
    (highest, version) => (compareVersions(version, highest) > 0 ? version : highest),
    INITIAL_VERSION,
  )
}

/**
 * The version after a release. For example, a minor release of `1.2.3` is `1.3.0`.
 * @throws Error when `current` is not a SemVer version
 */
export function bumpVersion(current: string, bump: VersionBump): string {
  const next = inc(current, bump.toLowerCase() as 'major' | 'minor' | 'patch')
  if (next === null) throw new Error(`expected a SemVer version, got ${current}`)
  return next
}
