// Serves the changelog of a repository as a process.
import { resolve } from 'node:path'
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
        describeStart: (url) => {
          const root = `${url}${readBasePath(config.CHANGELOG_BASE_PATH)}`
          return [...notices, ...describeStart(root, config, folder, generatedKey)].join('\n')
        },
      }
    },
  })
}

/** What a release of each mode does, in the words of the first lines. */
const RELEASES = {
  file: 'change this file only',
  commit: 'make a commit and a tag',
  push: 'push a commit and a tag',
}

/** Returns the lines to print when the service is ready. @param key the temporary key, when none is configured */
function describeStart(
  root: string,
  { REPOSITORY_PATH, CHANGELOG_PATH, CHANGELOG_PACKAGES, CHANGELOG_RELEASE_MODE: mode }: ChangelogConfig,
  folder: string,
  key: string | undefined,
): string[] {
  const repository = resolve(folder, REPOSITORY_PATH)
  const changelog = CHANGELOG_PACKAGES === '' ? resolve(repository, CHANGELOG_PATH) : repository
  const lines = [
    `  API docs   ${root}/docs`,
    `  changelog  ${changelog}${CHANGELOG_PACKAGES && `, packages ${CHANGELOG_PACKAGES}`}`,
    `  releases   ${RELEASES[mode]} (CHANGELOG_RELEASE_MODE=${mode})`,
  ]
  if (key === undefined) return lines
  return [
    ...lines,
    `  API key    ${key} (temporary, because none is configured)`,
    `  try        curl -H 'X-API-Key: ${key}' ${root}/api/repository/changes`,
  ]
}
