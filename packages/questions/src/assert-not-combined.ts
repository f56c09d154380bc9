// Rejects parameters that contradict each other.
import { HTTP_ERRORS, toIssuesError } from '@qb/http'

/**
 * @param conflicting the parameters of the request that cannot be combined with `parameter`
 * @throws AppError `http/invalid_parameters` with an issue for each conflicting parameter
 */
export function assertNotCombined(parameter: string, conflicting: readonly string[]): void {
  if (conflicting.length === 0) return
  const message = `cannot be combined with ${parameter}`
  const issues = conflicting.map((name) => ({ parameter: name, message }))
  throw toIssuesError(HTTP_ERRORS.invalid_parameters, issues)
}
