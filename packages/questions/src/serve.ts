// Starts the questions service, from top to bottom: config, datasets, app, listening, and stopping on a signal.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { openBank, type QuestionBank } from '@qb/core/questions'
import { configError, readBasePath, runService, type Service, type StartOptions } from '@qb/http'
import { ROOT, readVersion } from '@qb/http/root'
import { type AppDependencies, createApp, RESERVED_IDS } from './app.ts'
import { countWorkers, QuestionsConfig } from './config.ts'
import { logFolder, reloadRegularly } from './reloading.ts'
import { describeStart, findLanAddress, LAN_HOST } from './start-notes.ts'

/**
 * Runs the service until a signal ends it. With `WORKERS` above 1, this function also runs in each worker. The default of
 * `QUESTIONS_DIR` is in the root folder.
 */
export async function serveQuestions({ folder, ...options }: StartOptions): Promise<void> {
  await runService({
    ...options,
    name: 'questions',
    schema: QuestionsConfig,
    countWorkers,
    async start({ environment, ...settings }) {
      const { config } = settings
      const { app, bank } = await openApp(environment.QUESTIONS_DIR ? folder : ROOT, settings)
      const isLan = config.QUESTIONS_HOST === LAN_HOST
      const lanAddress = isLan ? findLanAddress() : undefined
      return {
        app,
        host: isLan ? '0.0.0.0' : config.QUESTIONS_HOST,
        port: config.QUESTIONS_PORT,
        describeStart: (url) =>
          describeStart(url, { bank, basePath: readBasePath(config.QUESTIONS_BASE_PATH), lanAddress }),
      }
    },
  })
}

/** Why a folder cannot be read, by the code of the error. */
const UNREADABLE = new Map<string | undefined, string>([
  ['ENOENT', 'does not exist'],
  ['ENOTDIR', 'is a file'],
])

/**
 * Loads the datasets, creates the app, and reloads datasets that change until the app is closed.
 * @param folder the folder that `QUESTIONS_DIR` is relative to, absolute
 * @throws AppError `config/invalid` when the folder of the datasets cannot be read, and for an invalid list of origins
 */
export async function openApp(
  folder: string,
  { config, logger, primary }: Pick<AppDependencies, 'config' | 'logger' | 'primary'>,
): Promise<{ readonly app: Service; readonly bank: QuestionBank }> {
  const now = () => new Date()
  const directory = resolve(folder, config.QUESTIONS_DIR)
  const bank = await openBank({
    directory,
    displayPath: config.QUESTIONS_DIR,
    reservedIds: RESERVED_IDS,
    skipInvalidRows: config.QUESTIONS_SKIP_INVALID_ROWS,
    now,
  }).catch(({ code, message }: NodeJS.ErrnoException) => {
    const reason = UNREADABLE.get(code)
    const got = reason === undefined ? message : `${directory}, which ${reason}`
    throw configError(`QUESTIONS_DIR: expected a readable folder, got ${got}`)
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
    // The last 48 random bits of a UUID. Node draws the random bytes of many UUIDs at once.
    generateSeed: () => randomUUID().slice(-12),
    onClose: () => closing.abort(),
  })
  reloadRegularly(bank, { seconds: config.QUESTIONS_RELOAD_SECONDS, logger, signal: closing.signal })
  return { app, bank }
}
