// Converts the issues of an input to one error. Issues are found lazily, so the time does not depend on how
// many there are.
import { AppError, type ErrorDefinition, type Issue } from '@qb/core/errors'

/** Maximum number of issues in one error. */
export const MAX_ISSUES = 20

/** Maximum length of a quoted value in a message, in UTF-16 code units. Longer values are truncated. */
const MAX_PREVIEW = 80

/**
 * Creates an error with the first {@link MAX_ISSUES} issues, at most one per parameter. An issue with an
 * empty parameter is about the whole input.
 */
export function toIssuesError(definition: ErrorDefinition, found: Iterable<Issue>): AppError {
  const issues = new Map<string, Issue>()
  for (const issue of found) {
    if (!issues.has(issue.parameter)) issues.set(issue.parameter, issue)
    if (issues.size === MAX_ISSUES) break
  }
  const all = [...issues.values()]
  const lines = all.map(({ parameter, message }) => (parameter ? `${parameter}: ${message}` : message))
  return new AppError(definition, lines.join('; '), { issues: all })
}

/**
 * Returns the start of a value as JSON, or `nothing` for undefined. The time does not depend on the size of
 * the value.
 */
export function preview(value: unknown): string {
  let nodes = 0
  const json = JSON.stringify(value, (_key, node) => (++nodes > MAX_PREVIEW ? null : truncate(node)))
  if (json === undefined) return 'nothing'
  return json.length > MAX_PREVIEW ? `${json.slice(0, MAX_PREVIEW)}…` : json
}

/** Truncates one value to what fits into a {@link preview}. */
function truncate(value: unknown): unknown {
  if (typeof value === 'string' || Array.isArray(value)) return value.slice(0, MAX_PREVIEW + 1)
  if (typeof value !== 'object' || value === null) return value
  const members: Record<string, unknown> = Object.create(null)
  let count = 0
  for (const name in value) {
    if (count++ > MAX_PREVIEW) break
    members[name.slice(0, MAX_PREVIEW + 1)] = (value as Record<string, unknown>)[name]
  }
  return members
}
