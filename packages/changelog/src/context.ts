// The context of the operations. The clock is part of it, so that tests control it.
import type { ChangelogStore, Snapshot } from '@qb/core/changelog'
import { operationsFor, type Registry } from '@qb/http'
import type { Scope } from './auth/scopes.ts'
import type { RenderedHistory } from './rendered-history.ts'

/** The context of every operation. */
export interface ChangelogContext {
  readonly changelog: ChangelogStore
  /** Renders the history of a snapshot, once per revision. */
  readonly renderHistory: (snapshot: Snapshot) => RenderedHistory
  /** Returns the changes since a ref, or since the last release, as the JSON of `RepositoryChanges`. */
  readonly listChanges: (since: string | undefined) => Promise<string>
  /** The version of this service. */
  readonly version: string
  readonly registry: Registry
  readonly now: () => Date
}

/** Defines an operation of this service. */
export const defineOperation: ReturnType<typeof operationsFor<ChangelogContext, Scope>> = operationsFor()
