// Serves the changelog of a repository as a process.
import { readBasePath, runService, type StartOptions } from '@qb/http'
import { createApp } from './app.ts'
import { isProduction, readAuthConfig } from './auth/auth-config.ts'
import { ChangelogConfig } from './config.ts'
import { openChangelog } from './open-changelog.ts'

/** Runs the service until a signal ends it. @param gitEnvironment the environment of git */
export async function serveChangelog(
  { folder, ...options }: StartOptions,
  gitEnvironment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await runService({
    ...options,
    name: 'changelog',
    schema: ChangelogConfig,
    async start({ environment, config, logger }) {
      const authConfig = readAuthConfig(config, isProduction(environment.NODE_ENV))
      const notices: string[] = []
      const onNotice = (sentence: string) => void notices.push(sentence)
      const opened = openChangelog({ config, folder, environment: gitEnvironment, logger, onNotice })
      const app = await createApp({ config, authConfig, logger, opened })

      const { generatedKey } = authConfig
      return {
        app,
        host: config.CHANGELOG_HOST,
        port: config.CHANGELOG_PORT,
        describeStart: (url) =>
          [...notices, describeStart(`${url}${readBasePath(config.CHANGELOG_BASE_PATH)}`, generatedKey)].join(
            '\n',
          ),
      }
    },
  })
}

/** Returns the lines to print when the service is ready. @param key the temporary key, when none is configured */
function describeStart(root: string, key: string | undefined): string {
  const lines = [`  API docs   ${root}/docs`]
  if (key !== undefined) {
    lines.push(`  API key    ${key} (temporary, because none is configured)`)
    lines.push(`  try        curl -H 'X-API-Key: ${key}' ${root}/api/repository/changes`)
  }
  return lines.join('\n')
}
