// The library: creates the app of the changelog service in a process of yours. Its types depend on Fastify's types only, so
// that they can be published without the other packages.
import { resolve } from 'node:path'
import { createLogger, type Logger, readVariables } from '@qb/http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createApp as assembleApp } from './app.ts'
import { readAuthConfig } from './auth/auth-config.ts'
import { ChangelogConfig } from './config.ts'
import { openChangelog } from './open-changelog.ts'

/** The variables of the process that listens. The app does not listen by itself. */
const PROCESS_VARIABLES = ['CHANGELOG_HOST', 'CHANGELOG_PORT', 'LOG_FORMAT']

/**
 * Creates the app of the changelog service. It is ready to listen, to be called by `inject`, and to be closed. git runs
 * with the environment of this process.
 * @param variables config variables of the service, which docs/configuration.md describes. Paths are relative to the current
 * folder, and the default of `REPOSITORY_PATH` is that folder
 * @param logger a logger that writes JSON lines to standard error by default. `LOG_LEVEL` has no effect on another one
 * @throws Error when a variable is invalid, or without `CHANGELOG_API_KEYS`, `CHANGELOG_JWT_SECRET` and `CHANGELOG_OIDC_ISSUER`;
 * its message names the variable
 */
export async function createApp(
  variables: Readonly<Record<string, string>>,
  logger?: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const config = readVariables(ChangelogConfig, variables, PROCESS_VARIABLES)
  const authConfig = readAuthConfig(config, true)
  const log = (logger as Logger | undefined) ?? createLogger('changelog', config.LOG_LEVEL)
  const opened = openChangelog({ config, folder: resolve(), environment: process.env, logger: log })
  return assembleApp({ config, authConfig, opened, logger: log })
}
