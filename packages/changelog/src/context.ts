// Defines the context of the operations.
import type { ChangelogStore } from '@qb/core/changelog'
import type { Repository } from '@qb/core/git'
import { createOperationDefiner, type Operation, type Registry } from '@qb/http'
import pLimit from 'p-limit'
import type { Scope } from './auth/api-keys.ts'
import { createChangeLister, type ListChanges } from './change-lister.ts'
import type { OpenPackages, ReleaseTogether } from './open-changelog.ts'
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

/** Defines an operation of this service. */
export const defineOperation: ReturnType<typeof createOperationDefiner<ChangelogContext, Scope>> =
  createOperationDefiner()

/** Creates the context of the first package, and those of all packages by their names. */
export function createPackageContexts(repository: Repository, opened: OpenPackages) {
  const limit = pLimit(1)
  const [first, ...others] = opened.map((one): PackageContext => {
    return { ...one, listChanges: createChangeLister({ ...one, repository, limit }) }
  }) as [PackageContext, ...PackageContext[]]
  const named = [first, ...others].flatMap((one) =>
    one.package.name === undefined ? [] : [[one.package.name, one] as const],
  )
  return { ...first, packages: new Map(named) }
}
