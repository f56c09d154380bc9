// What is wrong with an input, found one issue at a time, so that whoever asks for the first few pays for no more.
import { CoreError, type ErrorCode, type Issue } from '@qb/core/errors'

/** How many issues one error names. */
export const MAX_ISSUES = 20

/** The length at which a value is cut where a message repeats it. */
const MAX_PREVIEW = 80

/** An error that names the first {@link MAX_ISSUES} issues, each parameter once. An issue without one is the whole input's. */
export function toIssuesError(code: ErrorCode, found: Iterable<Issue>): CoreError {
  const issues = new Map<string, Issue>()
  for (const issue of found) {
    if (!issues.has(issue.parameter)) issues.set(issue.parameter, issue)
    if (issues.size === MAX_ISSUES) break
  }
  const all = [...issues.values()]
  const lines = all.map(({ parameter, message }) => (parameter ? `${parameter}: ${message}` : message))
  return new CoreError(code, lines.join('; '), { issues: all })
}

/** The start of a value as JSON; takes the same time for a large or deep value as for a small one. */
export function preview(value: unknown): string {
  let nodes = 0
  const text = JSON.stringify(value, (_key, part) => (++nodes > MAX_PREVIEW ? null : shorten(part)))
  if (text === undefined) return 'nothing'
  return text.length > MAX_PREVIEW ? `${text.slice(0, MAX_PREVIEW)}…` : text
}

/** As much of one value as {@link preview} can show. */
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
