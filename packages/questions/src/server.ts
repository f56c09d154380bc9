// Runs the questions service as a process. No other file of this package reads `process.env`.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '@qb/core/errors'
import { createWorkerLoader, openBank } from '@qb/core/questions'
import { CONFIG_ERRORS, createLogger, type Logger, readConfig, runService, withEnvFile } from '@qb/http'
import { createApp, RESERVED_IDS } from './app.ts'
import { QuestionsConfig } from './config.ts'
import { logFolder, reloadRegularly } from './reloading.ts'
import { createSeedGenerator } from './seed-generator.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const readQuestionsConfig = () => readConfig(QuestionsConfig, withEnvFile(process.env, resolve(root, '.env')))

const createQuestionsLogger = ({ LOG_LEVEL }: QuestionsConfig): Logger => createLogger('questions', LOG_LEVEL)

await runService({
  name: 'questions',
  readProcesses() {
    const config = readQuestionsConfig()
    return { workers: config.WORKERS, logger: createQuestionsLogger(config) }
  },
  async start(primary) {
    const config = readQuestionsConfig()
    const processLogger = createQuestionsLogger(config)
    const logger = primary ? processLogger.child({ worker: primary.workerId }) : processLogger
    const now = () => new Date()
    const directory = resolve(root, config.QUESTIONS_DIR)
    const bank = await openBank({
      directory,
      displayPath: config.QUESTIONS_DIR,
      reservedIds: RESERVED_IDS,
      skipInvalidRows: config.QUESTIONS_SKIP_INVALID_ROWS,
      maxBytes: config.QUESTIONS_MAX_DATASET_BYTES,
      loader: createWorkerLoader({
        program: new URL('./dataset-worker.js', import.meta.url),
        onProgress: ({ category }, share) =>
          logger.info({ category, percent: Math.round(share * 100) }, 'dataset loading'),
      }),
      now,
    }).catch((error) => {
      throw new AppError(
        CONFIG_ERRORS.invalid,
        `QUESTIONS_DIR: expected a readable folder, got ${error.message}`,
      )
    })
    logFolder(bank, logger)
    reloadRegularly(bank, { seconds: config.QUESTIONS_RELOAD_SECONDS, logger, primary })
    const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
    const app = await createApp({
      config,
      bank,
      logger,
      primary,
      version,
      now,
      generateSeed: createSeedGenerator(),
    })
    return { app, host: config.QUESTIONS_HOST, port: config.QUESTIONS_PORT }
  },
})
