// The `ids` parameter: a comma list of ids to their rows, in the order asked for.
import { CoreError } from '@qb/core/errors'
import type { Dataset } from '@qb/core/questions'

/** The most ids one request may name. */
export const MAX_IDS = 50

/**
 * The row of one id.
 * @throws CoreError `unknown_question`
 */
export function rowOfId(dataset: Dataset, id: string): number {
  const row = dataset.rowOfId.get(id)
  if (row === undefined) throw unknown(dataset, [id])
  return row
}

/**
 * The rows of a comma list of ids, in the list's order.
 * @throws CoreError `invalid_parameters` for an empty or repeated id or more than {@link MAX_IDS}, `unknown_question` that names the ids there are no questions for
 */
export function rowsOfIds(dataset: Dataset, list: string): number[] {
  const ids = list.split(',')
  if (ids.length > MAX_IDS) throw invalid(`expected at most ${MAX_IDS} ids, got ${ids.length}`)
  if (ids.includes('')) throw invalid('expected ids with one comma between two, got an empty one')
  const repeated = ids.find((id, place) => ids.indexOf(id) < place)
  if (repeated !== undefined) throw invalid(`expected each id once, got ${JSON.stringify(repeated)} again`)
  const strangers = ids.filter((id) => !dataset.rowOfId.has(id))
  if (strangers.length > 0) throw unknown(dataset, strangers)
  return ids.map((id) => rowOfId(dataset, id))
}

function unknown({ category }: Dataset, ids: readonly string[]): CoreError {
  const names = ids.map((id) => JSON.stringify(id)).join(', ')
  return new CoreError('unknown_question', `expected ids of the category ${category}, got ${names}`)
}

function invalid(message: string): CoreError {
  return new CoreError('invalid_parameters', `ids: ${message}`, { issues: [{ parameter: 'ids', message }] })
}
