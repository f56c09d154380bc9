// The changelog service: its routes in one list, everything they need handed in.
import { createService, type Logger, type Service } from '@qb/http'
import type { ChangelogConfig } from './config.ts'
import { FailureBody, renderFailure } from './failure.ts'
import { getHealth, Health } from './routes/get-health.ts'

/** What the app works on. */
export interface AppDependencies {
  readonly config: ChangelogConfig
  readonly logger: Logger
  readonly version: string
}

/** Builds the app, ready to listen. */
export async function createApp({ config, logger, version }: AppDependencies): Promise<Service> {
  return createService({
    logger,
    logRequests: config.LOG_REQUESTS,
    trustProxy: config.TRUST_PROXY,
    corsOrigin: '*',
    rateLimitMax: 0,
    renderFailure,
    models: [Health, FailureBody],
    api: {
      title: 'Changelog',
      version,
      summary: 'What changed in a git repository, and a changelog that is edited without harm.',
      description: 'So far this service only says that it is alive; its operations are being built.',
      license: { name: 'MIT', identifier: 'MIT' },
      tags: [{ name: 'Service', description: 'The service itself.' }],
      links: [
        { href: '/health', text: 'Health', about: 'whether the service is alive' },
        { href: '/docs', text: 'Swagger UI', about: 'read the operations and try them' },
        { href: '/redoc', text: 'Redoc', about: 'the same, for reading' },
        { href: '/openapi.json', text: 'OpenAPI 3.1', about: 'the description itself, for tools' },
      ],
      errors: ['invalid_parameters', 'malformed_url', 'unknown_route', 'method_not_allowed', 'internal'],
    },
    routes: [getHealth({ version })],
  })
}
