// Defines the context of the operations.
import { type ChangelogStore, type ChangelogVersions, readVersions, type Snapshot } from '@qb/core/changelog'
import { createOperationDefiner, type Registry } from '@qb/http'
import { LRUCache } from 'lru-cache'
import type { Scope } from './auth/api-keys.ts'
import type { ListedChanges } from './change-lister.ts'

/** The context of every operation. */
export interface ChangelogContext {
  readonly changelog: ChangelogStore
  /** Reads the versions of a changelog. */
  readonly readVersions: (snapshot: Snapshot) => ChangelogVersions
  /** Lists the changes since a ref, or since the last release. */
  readonly listChanges: (since: string | undefined) => Promise<ListedChanges>
  /** The version of this service. */
  readonly version: string
  readonly registry: Registry
  /** The clock. Tests replace it. */
  readonly now: () => Date
}

/** Defines an operation of this service. */
export const defineOperation: ReturnType<typeof createOperationDefiner<ChangelogContext, Scope>> =
  createOperationDefiner()

/** Creates a function that reads the versions of a changelog. It keeps the last ones: parsing 1 MB takes 50 ms. */
export function createVersionReader(): ChangelogContext['readVersions'] {
  const cache = new LRUCache<string, ChangelogVersions>({ max: 1 })
  return (snapshot) => {
    const versions = cache.get(snapshot.revision) ?? readVersions(snapshot.document())
    cache.set(snapshot.revision, versions)
    return versions
  }
}
