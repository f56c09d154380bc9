// Creates results that caches may share between clients.
import { FACET_NAMES } from '@qb/core/questions'
import { SEED_CONTRACT } from '@qb/core/random'
import type { Content, Result } from '@qb/http'

/**
 * The version of the body format, as part of every ETag. Increase the number when the body for the same
 * dataset changes. A new facet changes it by itself.
 */
export const FORMAT = `${SEED_CONTRACT} 5 ${FACET_NAMES.join(' ')}`

/**
 * Creates a result that is the same for every client until the revision changes.
 * @param cacheKey identifies the request: its canonical URL, or a key from `cacheKeyOf`
 */
export function sharedResult<T>(revision: string, cacheKey: string, render: () => Content<T>): Result<T> {
  return { cache: 'shared', revision, key: `${FORMAT} ${cacheKey}`, render }
}
