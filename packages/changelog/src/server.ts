// The process: environment in, one listening service out. The only file here that reads process.env.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openChangelogFile } from '@qb/core/changelog'
import { CoreError } from '@qb/core/errors'
import { openRepository } from '@qb/core/git'
import { createLogger, readConfig, runService, withEnvFile } from '@qb/http'
import { createApp } from './app.ts'
import { isProduction, readAuthentication } from './auth/settings.ts'
import { ChangelogConfig } from './config.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

await runService({
  name: 'changelog',
  async start() {
    const environment = withEnvFile(process.env, resolve(root, '.env'))
    const config = readConfig(ChangelogConfig, environment)
    const authentication = readAuthentication(config, isProduction(environment.NODE_ENV))
    const logger = createLogger('changelog', config.LOG_LEVEL)
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    const repositoryPath = resolve(root, config.REPOSITORY_PATH)
    if (!statSync(repositoryPath, { throwIfNoEntry: false })?.isDirectory()) {
      throw new CoreError('invalid_settings', `REPOSITORY_PATH: expected a folder, got ${repositoryPath}`)
    }
    const file = openChangelogFile({ repositoryPath, changelogPath: config.CHANGELOG_PATH })
    const repository = openRepository({ path: repositoryPath, environment: process.env })
    const now = () => new Date()
    const app = await createApp({ config, authentication, repository, file, logger, version, now })
    const { drawnKey } = authentication
    const hint = (url: string) =>
      `no key is configured; for this run: curl -H 'X-API-Key: ${drawnKey}' ${url}/api/repository/changes`
    return { app, host: config.CHANGELOG_HOST, port: config.CHANGELOG_PORT, ...(drawnKey && { hint }) }
  },
})
