// Describes what releases did.
import type { ReleaseOutcome, RemoteOutcome } from '@qb/core/changelog'
import type { Static } from '@sinclair/typebox'
import type { ReleaseResult } from './create-release.ts'

type Described = Static<typeof ReleaseResult>

const MESSAGES = { released: 'Release created successfully', nothing_to_release: 'Failed to create release' }

/** Describes the release of one changelog. */
export function describeRelease(outcome: ReleaseOutcome): Described {
  const { kind, version } = outcome
  if (kind !== 'released') return { success: false, version, message: MESSAGES[kind], reason: outcome.reason }
  const warnings = outcome.warnings && { warnings: [...outcome.warnings] }
  return { success: true, version, message: MESSAGES[kind], ...warnings }
}

/** Describes the releases of several packages. Nothing was released unless each had something to release. */
export function describeReleases(names: readonly string[], outcomes: readonly RemoteOutcome[]): Described {
  const all = outcomes.map(({ outcome, tag }, index) => {
    const { success: _, message: __, ...described } = describeRelease(outcome)
    return { package: names[index] ?? '', ...described, ...(tag !== undefined && { tag }) }
  })
  const reasons = all.flatMap(({ package: name, reason }) => (reason ? `${name}: ${reason}` : []))
  const version = all.map((one) => `${one.package} ${one.version}`).join(', ')
  if (reasons.length > 0)
    return { success: false, version, message: MESSAGES.nothing_to_release, reason: reasons.join('; ') }
  return { success: true, version, message: MESSAGES.released, packages: all }
}
