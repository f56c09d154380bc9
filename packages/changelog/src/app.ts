// The changelog service: its routes in one list, everything they need handed in.
import { ChangelogEntry, type ChangelogFile, Release } from '@qb/core/changelog'
import { Change, type Repository } from '@qb/core/git'
import { createRegistry, createService, type Logger, type Service } from '@qb/http'
import { callerOf, createGuards } from './auth/guard.ts'
import type { Authentication } from './auth/settings.ts'
import type { ChangelogConfig } from './config.ts'
import { describeChangelogApi } from './description.ts'
import { FailureBody, renderFailure } from './failure.ts'
import { createHistoryCache } from './rendered-history.ts'
import { createRelease, ReleaseResult } from './routes/create-release.ts'
import { ChangelogHistory, getChangelog } from './routes/get-changelog.ts'
import { getHealth, Health } from './routes/get-health.ts'
import { getMetrics } from './routes/get-metrics.ts'
import { getRepositoryChanges, RepositoryChanges } from './routes/get-repository-changes.ts'
import { getVersion } from './routes/get-version.ts'
import { FunctionList, listFunctions } from './routes/list-functions.ts'
import { UpdateResult, updateChangelog } from './routes/update-changelog.ts'

/** What the app works on; the clock is an argument, so that tests decide it. */
export interface AppDependencies {
  readonly config: ChangelogConfig
  readonly authentication: Authentication
  readonly repository: Repository
  readonly file: ChangelogFile
  readonly logger: Logger
  readonly version: string
  readonly now: () => Date
}

/** Enough for an entry for each of a hundred thousand changed paths. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

const MODELS = [
  Change,
  RepositoryChanges,
  UpdateResult,
  ReleaseResult,
  ChangelogEntry,
  Release,
  ChangelogHistory,
  FunctionList,
  Health,
  FailureBody,
]

/** Builds the app, ready to listen. */
export async function createApp(dependencies: AppDependencies): Promise<Service> {
  const { config, authentication, repository, file, logger, version, now } = dependencies
  const guardFor = createGuards(authentication.keys)
  const registry = createRegistry()
  const guard = guardFor('changes:read')
  const render = createHistoryCache()
  return createService({
    logger,
    logRequests: config.LOG_REQUESTS,
    trustProxy: config.TRUST_PROXY,
    rateLimit: { max: config.CHANGELOG_RATE_LIMIT_MAX, callerOf },
    jwt: authentication.jwt,
    registry,
    maxBodyBytes: MAX_BODY_BYTES,
    renderFailure,
    models: MODELS,
    api: describeChangelogApi(version),
    routes: [
      getRepositoryChanges({ guard, repository, file, changelogPath: config.CHANGELOG_PATH }),
      updateChangelog({ guard: guardFor('changelog:write'), file }),
      createRelease({ guard: guardFor('release:create'), file, now }),
      getChangelog({ guard, file, render }),
      getVersion({ guard, file, render }),
      listFunctions({ guard }),
      getMetrics({ guard, registry }),
      getHealth({ version }),
    ],
  })
}
