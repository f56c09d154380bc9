// Assembles the changelog service from its operations and their context.
import { createRegistry, createService, type Logger, readBasePath, type Service } from '@qb/http'
import { readVersion } from '@qb/http/root'
import type { AuthConfig } from './auth/auth-config.ts'
import { createAuthorization } from './auth/authorize.ts'
import { openIdTokens } from './auth/id-tokens.ts'
import type { ChangelogConfig } from './config.ts'
import type { ChangelogContext } from './context.ts'
import { describeChangelogApi } from './description.ts'
import { ERROR_FORMAT } from './error-format.ts'
import { createMcpEndpoint } from './mcp/endpoint.ts'
import type { OpenedChangelog } from './open-changelog.ts'
import { defineOperations } from './operations/index.ts'
import { readSettings } from './settings.ts'

export interface AppDependencies {
  readonly config: ChangelogConfig
  readonly authConfig: AuthConfig
  readonly opened: OpenedChangelog
  readonly logger: Logger
  /** Default: the version of this package. */
  readonly version?: string
  /** Default: the clock of the machine. */
  readonly now?: () => Date
  /** Default: those of the config. */
  readonly operations?: ReturnType<typeof defineOperations>
}

/** Maximum size of a request body. The largest update in ASCII is smaller, also when it is escaped. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

export async function createApp(dependencies: AppDependencies): Promise<Service> {
  const { config, authConfig, opened, logger } = dependencies
  const { version = readVersion(), now = () => new Date() } = dependencies
  const { operations = defineOperations(readSettings(config)) } = dependencies
  const registry = createRegistry()
  const { keys, oidc, jwt } = authConfig
  const idTokens = oidc && (await openIdTokens(oidc, { logger, registry, now }))
  const authorization = createAuthorization(keys, idTokens)
  const context: ChangelogContext = { ...opened, version, registry, now }
  return createService({
    operations,
    endpoints: [createMcpEndpoint(operations, context, authorization)],
    context,
    authorization,
    errorFormat: ERROR_FORMAT,
    basePath: readBasePath(config.CHANGELOG_BASE_PATH),
    api: describeChangelogApi(version, operations),
    logger,
    logRequests: config.LOG_REQUESTS,
    trustProxy: config.TRUST_PROXY,
    rateLimit: {
      max: config.CHANGELOG_RATE_LIMIT_MAX,
      redisUrl: config.RATE_LIMIT_REDIS_URL,
      name: 'changelog',
    },
    jwt,
    registry,
    maxBodyBytes: MAX_BODY_BYTES,
  })
}
