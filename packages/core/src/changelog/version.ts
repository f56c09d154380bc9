// Compares and increments versions with node-semver. @see https://semver.org/spec/v2.0.0.html
import { compare, inc } from 'semver'
import type { VersionBump } from './entry.ts'

/** The current version of a changelog without releases. */
export const INITIAL_VERSION = '0.0.0'

/** The highest of the given SemVer versions. {@link INITIAL_VERSION} when there are none. */
export function highestVersion(versions: readonly string[]): string {
  return versions.reduce(
    (highest, version) => (compare(version, highest) > 0 ? version : highest),
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
