// Version arithmetic, by node-semver. @see https://semver.org/spec/v2.0.0.html
import { compare, inc } from 'semver'
import type { VersionBump } from './entry.ts'

/** The version before any release. */
export const NO_VERSION = '0.0.0'

/** The highest of some versions, or {@link NO_VERSION} of none. */
export function highestVersion(versions: readonly string[]): string {
  return versions.reduce(
    (highest, version) => (compare(version, highest) > 0 ? version : highest),
    NO_VERSION,
  )
}

/** The version after `current`. */
export function bumpVersion(current: string, bump: VersionBump): string {
  const next = inc(current, bump.toLowerCase() as 'major' | 'minor' | 'patch')
  if (next === null) throw new Error(`expected a version, got ${current}`)
  return next
}
