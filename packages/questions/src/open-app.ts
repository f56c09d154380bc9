// Opens the datasets that the config names, and creates the app that serves them. The process and the library use it.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AppError } from '@qb/core/errors'
import { createWorkerLoader, openBank } from '@qb/core/questions'
import { CONFIG_ERRORS, type Logger, type Primary, type Service } from '@qb/http'
import { ROOT } from '@qb/http/root'
import { createApp, RESERVED_IDS } from './app.ts'
import type { QuestionsConfig } from './config.ts'
import { logFolder, reloadRegularly } from './reloading.ts'
import { createSeedGenerator } from './seed-generator.ts'

/** Options of {@link openApp}. */
export interface OpenOptions {
  readonly config: QuestionsConfig
  /** The folder that `QUESTIONS_DIR` is relative to, absolute. */
  readonly folder: string
  readonly logger: Logger
  /** What this process shares with the other workers. Undefined when it is the only process. */
  readonly primary?: Primary | undefined
}

/**
 * Loads the datasets, reloads them when they change, and creates the app. The reloading ends when the app is closed.
 * @throws AppError `config/invalid` when the folder of the datasets cannot be read, and for an invalid list of origins
 */
export async function openApp({ config, folder, logger, primary }: OpenOptions): Promise<Service> {
  const now = () => new Date()
  const bank = await openBank({
    directory: resolve(folder, config.QUESTIONS_DIR),
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
  }).catch((error: NodeJS.ErrnoException) => {
    const got =
      error.code === 'ENOENT'
        ? `${resolve(folder, config.QUESTIONS_DIR)}, which does not exist`
        : error.message
    throw new AppError(CONFIG_ERRORS.invalid, `QUESTIONS_DIR: expected a readable folder, got ${got}`)
  })
  logFolder(bank, logger)
  const closing = new AbortController()
  const app = await createApp({
    config,
    bank,
    logger,
    primary,
    version: readVersion(),
    now,
    generateSeed: createSeedGenerator(),
    onClose: () => closing.abort(),
  })
  reloadRegularly(bank, { seconds: config.QUESTIONS_RELOAD_SECONDS, logger, signal: closing.signal })
  return app
}

function readVersion(): string {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
}
