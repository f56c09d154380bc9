// Creates the contexts of packages from their stores.
import type { ChangelogStore } from '@qb/core/changelog'
import type { Repository } from '@qb/core/git'
import pLimit from 'p-limit'
import { createChangeLister } from './change-lister.ts'
import type { PackageContext } from './context.ts'
import type { Package } from './packages.ts'
import { createVersionRenderer } from './rendered-versions.ts'

/** A package, and the store of its changelog. */
export interface OpenPackage {
  readonly package: Package
  readonly changelog: ChangelogStore
}

/** The packages of a repository: at least one. */
export type OpenPackages = readonly [OpenPackage, ...OpenPackage[]]

/** Creates the context of the first package, and those of all packages by their names. */
export function createPackageContexts(repository: Repository, [first, ...others]: OpenPackages) {
  const limit = pLimit(1)
  const create = ({ package: one, changelog }: OpenPackage): PackageContext => ({
    changelog,
    package: one,
    renderVersions: createVersionRenderer(),
    listChanges: createChangeLister({ repository, changelog, package: one, limit }),
  })
  const context = create(first)
  const packages = new Map<string, PackageContext>()
  for (const one of [first, ...others]) {
    const { name } = one.package
    if (name !== undefined) packages.set(name, one === first ? context : create(one))
  }
  return { ...context, packages }
}
