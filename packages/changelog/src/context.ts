// Defines the context of the operations. It includes the clock, so that tests can replace it.
import type { ChangelogStore, Snapshot } from '@qb/core/changelog'
import { createOperationDefiner, type Registry } from '@qb/http'
import type { Scope } from './auth/scopes.ts'
import type { ListedChanges } from './change-lister.ts'
import type { RenderedHistory } from './rendered-history.ts'

/** The context of every operation. */
export interface ChangelogContext {
  readonly changelog: ChangelogStore
  /** Renders the history of a snapshot. The last rendered revision is cached. */
  readonly renderHistory: (snapshot: Snapshot) => RenderedHistory
  /** Lists the changes since a ref, or since the last release. */
  readonly listChanges: (since: string | undefined) => Promise<ListedChanges>
  /** The version of this service. */
  readonly version: string
  readonly registry: Registry
  readonly now: () => Date
}

/** Defines an operation of this service. */
export const defineOperation: ReturnType<typeof createOperationDefiner<ChangelogContext, Scope>> =
  createOperationDefiner()
