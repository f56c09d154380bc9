// Issues of an input. They are found lazily, so that an error with the first few issues costs no more than those.
import { AppError, type ErrorDefinition, type Issue } from '@qb/core/errors'

/** Maximum number of issues in one error. */
export const MAX_ISSUES = 20

/** Maximum length of a value that a message quotes. Longer values are truncated. */
const MAX_PREVIEW = 80

/**
 * Creates an error that names the first {@link MAX_ISSUES} issues, one per parameter. An issue without a parameter
 * concerns the whole input.
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

/** The start of a value as JSON. A large or deep value takes no longer than a small one. */
export function preview(value: unknown): string {
  let nodes = 0
  const text = JSON.stringify(value, (_key, part) => (++nodes > MAX_PREVIEW ? null : shorten(part)))
  if (text === undefined) return 'nothing'
  return text.length > MAX_PREVIEW ? `${text.slice(0, MAX_PREVIEW)}…` : text
}

/** The part of one value that {@link preview} can show. */
function shorten(value: unknown): unknown {
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
