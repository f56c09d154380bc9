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
  const list = (versions: readonly string[]) =>
    all.map((one, index) => `${one.package} ${versions[index]}`).join(', ')
  const version = list(all.map((one) => one.version))
  if (reasons.length > 0) {
    const current = list(outcomes.map((one) => one.before))
    const reason = reasons.join('; ')
    return { success: false, version: current, message: MESSAGES.nothing_to_release, reason }
  }
  return { success: true, version, message: MESSAGES.released, packages: all }
}
