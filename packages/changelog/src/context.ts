// Defines the context of the operations.
import type { ChangelogStore, Snapshot } from '@qb/core/changelog'
import { createOperationDefiner, type Operation, type Registry } from '@qb/http'
import type { Scope } from './auth/api-keys.ts'
import type { ListedChanges } from './change-lister.ts'
import type { RenderedVersions } from './rendered-versions.ts'

/** The context of every operation. */
export interface ChangelogContext {
  readonly changelog: ChangelogStore
  readonly renderVersions: (snapshot: Snapshot) => RenderedVersions
  /** Lists the changes since a ref, or since the last release. */
  readonly listChanges: (since: string | undefined) => Promise<ListedChanges>
  /** The version of this service. */
  readonly version: string
  readonly registry: Registry
  /** The clock. Tests replace it. */
  readonly now: () => Date
}

/** An operation of this service, of any input and result. */
export type ChangelogOperation = Operation<ChangelogContext, Scope>

/** Defines an operation of this service. */
export const defineOperation: ReturnType<typeof createOperationDefiner<ChangelogContext, Scope>> =
  createOperationDefiner()
