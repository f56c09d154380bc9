// Serves the changelog of a repository as a process.
import { createLogger, readConfig, runService, type StartOptions } from '@qb/http'
import { createApp } from './app.ts'
import { isProduction, readAuthConfig } from './auth/auth-config.ts'
import { ChangelogConfig } from './config.ts'
import { openChangelog } from './open-changelog.ts'

/** Runs the service until a signal ends it. @param gitEnvironment the environment of git */
export async function serveChangelog(
  { readEnvironment, folder, ...options }: StartOptions,
  gitEnvironment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await runService({
    ...options,
    name: 'changelog',
    async start() {
      const environment = readEnvironment()
      const config = readConfig(ChangelogConfig, environment)
      const authConfig = readAuthConfig(config, isProduction(environment.NODE_ENV))
      const logger = createLogger('changelog', config.LOG_LEVEL)

      const data = openChangelog({ config, folder, environment: gitEnvironment, logger })
      const app = await createApp({ config, authConfig, logger, ...data })

      const { generatedKey } = authConfig
      const hint = (url: string) =>
        `no API key is configured; with the temporary API key of this run: curl -H 'X-API-Key: ${generatedKey}' ${url}/api/repository/changes`
      return { app, host: config.CHANGELOG_HOST, port: config.CHANGELOG_PORT, ...(generatedKey && { hint }) }
    },
  })
}
