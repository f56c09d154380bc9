// Lists every operation of the service. Routes, OpenAPI, authorization and the landing page are derived from
// this list.
import type { OperationSettings } from '../settings.ts'
import { defineCreateRelease } from './create-release.ts'
import { getChangelog } from './get-changelog.ts'
import { getRepositoryChanges } from './get-repository-changes.ts'
import { getVersion } from './get-version.ts'
import { defineListFunctions } from './list-functions.ts'
import { getHealth, getLiveness, getMetrics, getReadiness } from './service-status.ts'
import { defineUpdateChangelog } from './update-changelog.ts'
import { withPackage, withPackages } from './with-packages.ts'

export function defineOperations(settings: OperationSettings) {
  const { packages, rootPackage } = settings
  const ofPackage = <O>(operation: O): O => withPackage(operation, packages, rootPackage)
  const functions = [
    ofPackage(getRepositoryChanges),
    ofPackage(defineUpdateChangelog(settings)),
    withPackages(ofPackage(defineCreateRelease(settings)), settings),
  ] as const
  return [
    ...functions,
    ofPackage(getChangelog),
    ofPackage(getVersion),
    defineListFunctions(functions),
    getMetrics,
    getHealth,
    getLiveness,
    getReadiness,
  ]
}
