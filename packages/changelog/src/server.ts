// Runs the changelog service as a process. Besides this file, only cli/ reads `process.env`.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openChangelogStore } from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'
import { openRepository } from '@qb/core/git'
import { CONFIG_ERRORS, createLogger, readConfig, runService, withEnvFile } from '@qb/http'
import { createApp } from './app.ts'
import { isProduction, readAuthConfig } from './auth/auth-config.ts'
import { ChangelogConfig, openConfiguredVersionControl, readJournalOptions } from './config.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

await runService({
  name: 'changelog',
  async start() {
    const environment = withEnvFile(process.env, resolve(root, '.env'))
    const config = readConfig(ChangelogConfig, environment)
    const authConfig = readAuthConfig(config, isProduction(environment.NODE_ENV))
    const logger = createLogger('changelog', config.LOG_LEVEL)
    const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
    const repositoryPath = resolve(root, config.REPOSITORY_PATH)
    if (!statSync(repositoryPath, { throwIfNoEntry: false })?.isDirectory()) {
      throw new AppError(
        CONFIG_ERRORS.invalid,
        `REPOSITORY_PATH: expected the path of a folder, got ${repositoryPath}`,
      )
    }
    const changelog = openChangelogStore({
      repositoryPath,
      changelogPath: config.CHANGELOG_PATH,
      journal: readJournalOptions(config, root),
      versionControl: openConfiguredVersionControl(config, repositoryPath, process.env),
      onFollowError: (error) => logger.warn({ err: error }, 'the remote cannot be followed'),
    })
    if (config.CHANGELOG_RELEASE_MODE !== 'file') {
      // Requests complete it too, so the service does not wait for it.
      changelog.recover().catch((error: unknown) => logger.warn({ err: error }, 'the start was not clean'))
    }
    const repository = openRepository({ path: repositoryPath, environment: process.env })
    const now = () => new Date()
    const app = await createApp({ config, authConfig, repository, changelog, logger, version, now })
    const { generatedKey } = authConfig
    const hint = (url: string) =>
      `no API key is configured; with the temporary API key of this run: curl -H 'X-API-Key: ${generatedKey}' ${url}/api/repository/changes`
    return { app, host: config.CHANGELOG_HOST, port: config.CHANGELOG_PORT, ...(generatedKey && { hint }) }
  },
})
