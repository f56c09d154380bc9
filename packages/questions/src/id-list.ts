// The `ids` parameter: a comma-separated list of ids.
import { AppError } from '@qb/core/errors'
import { HTTP_ERRORS } from '@qb/http'

/** The most ids of one request. */
export const MAX_IDS = 50

/**
 * Reads a list of ids.
 * @throws AppError `http/invalid_parameters` for an empty or repeated id, and for more than {@link MAX_IDS} ids
 */
export function readIdList(list: string): string[] {
  const ids = list.split(',')
  if (ids.length > MAX_IDS) throw invalid(`expected at most ${MAX_IDS} ids, got ${ids.length}`)
  if (ids.includes('')) throw invalid('expected ids separated by one comma, got an empty id')
  const repeated = ids.find((id, place) => ids.indexOf(id) < place)
  if (repeated !== undefined) throw invalid(`expected each id once, got ${JSON.stringify(repeated)} again`)
  return ids
}

function invalid(message: string): AppError {
  const issues = [{ parameter: 'ids', message }]
  return new AppError(HTTP_ERRORS.invalid_parameters, `ids: ${message}`, { issues })
}
