// The results that caches may share.
import { SEED_CONTRACT } from '@qb/core/random'
import type { Content, Result } from '@qb/http'

/** Part of every validator. Increase the number when the body of the same request for the same dataset changes. */
const FORMAT = `${SEED_CONTRACT} 3`

/**
 * A result that is the same for every client until the revision changes.
 * @param address the canonical address of the request
 */
export function sharedResult<T>(revision: string, address: string, render: () => Content<T>): Result<T> {
  return { cache: 'shared', revision, key: `${FORMAT} ${address}`, render }
}
