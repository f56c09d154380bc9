// Lists every operation of the service. Routes, OpenAPI, authorization and the landing page are derived from
// this list.
import { createRelease } from './create-release.ts'
import { getChangelog } from './get-changelog.ts'
import { getRepositoryChanges } from './get-repository-changes.ts'
import { getVersion } from './get-version.ts'
import { listFunctions } from './list-functions.ts'
import { getHealth, getLiveness, getMetrics, getReadiness } from './service-status.ts'
import { updateChangelog } from './update-changelog.ts'

export const OPERATIONS = [
  getRepositoryChanges,
  updateChangelog,
  createRelease,
  getChangelog,
  getVersion,
  listFunctions,
  getMetrics,
  getHealth,
  getLiveness,
  getReadiness,
]
