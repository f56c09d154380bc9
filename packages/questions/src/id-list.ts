// Parses the `ids` parameter, a comma-separated list of ids.
import type { AppError } from '@qb/core/errors'
import { HTTP_ERRORS, toIssuesError } from '@qb/http'

/** Maximum number of ids in a request. */
export const MAX_IDS = 50

/**
 * Parses a list of ids.
 * @throws AppError `http/invalid_parameters` for an empty id, a repeated id, or more than {@link MAX_IDS} ids
 */
export function parseIdList(list: string): string[] {
  const ids = list.split(',')
  if (ids.length > MAX_IDS) throw createIdsError(`expected at most ${MAX_IDS} ids, got ${ids.length}`)
  if (ids.includes('')) throw createIdsError('expected ids that are separated by one comma, got an empty id')
  const repeated = ids.find((id, index) => ids.indexOf(id) < index)
  if (repeated !== undefined)
    throw createIdsError(`expected different ids, got ${JSON.stringify(repeated)} twice`)
  return ids
}

function createIdsError(message: string): AppError {
  return toIssuesError(HTTP_ERRORS.invalid_parameters, [{ parameter: 'ids', message }])
}
