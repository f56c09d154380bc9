// The process: environment in, one listening service out. The only file here that reads process.env.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger, readConfig, runService } from '@qb/http'
import { createApp } from './app.ts'
import { ChangelogConfig } from './config.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

await runService({
  name: 'changelog',
  async start() {
    if (existsSync(resolve(root, '.env'))) process.loadEnvFile(resolve(root, '.env'))
    const config = readConfig(ChangelogConfig, process.env)
    const logger = createLogger('changelog', config.LOG_LEVEL)
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    const app = await createApp({ config, logger, version })
    return { app, host: config.CHANGELOG_HOST, port: config.CHANGELOG_PORT }
  },
})
