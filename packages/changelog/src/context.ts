// Defines the context of the operations.
import type { ChangelogStore } from '@qb/core/changelog'
import { createOperationDefiner, type Operation, type Registry } from '@qb/http'
import type { Scope } from './auth/api-keys.ts'
import type { ListChanges } from './change-lister.ts'
import type { ReleaseTogether } from './open-changelog.ts'
import type { Package } from './packages.ts'

/** What an operation needs of a package. */
export interface PackageContext {
  readonly changelog: ChangelogStore
  readonly package: Package
  readonly listChanges: ListChanges
}

/** The context of every operation: that of the selected package, or of the repository. */
export interface ChangelogContext extends PackageContext {
  /** The packages by their names. Empty for a repository without packages. */
  readonly packages: ReadonlyMap<string, PackageContext>
  /** Releases packages with one commit. Undefined in other release modes than `push`. */
  readonly releaseTogether?: ReleaseTogether | undefined
  /** The version of this service. */
  readonly version: string
  readonly registry: Registry
  /** The clock. Tests replace it. */
  readonly now: () => Date
}

/** An operation of this service, of any input and result. */
export type ChangelogOperation = Operation<ChangelogContext, Scope>

export const defineOperation: ReturnType<typeof createOperationDefiner<ChangelogContext, Scope>> =
  createOperationDefiner()
