// Serves the questions as a process, or as several workers.
import { createLogger, type Logger, type RunOptions, readConfig, runService } from '@qb/http'
import { ROOT } from '@qb/http/root'
import { QuestionsConfig } from './config.ts'
import { openApp } from './open-app.ts'

/** Options of {@link serveQuestions}. */
export interface ServeOptions extends Pick<RunOptions, 'nameVariable'> {
  /** Reads the variables of the config. */
  readonly readEnvironment: () => Readonly<Record<string, string | undefined>>
  /** The folder that `QUESTIONS_DIR` is relative to, absolute. The default of `QUESTIONS_DIR` is in the root folder. */
  readonly folder: string
}

/** Runs the service until a signal ends it. */
export async function serveQuestions({ readEnvironment, folder, ...options }: ServeOptions): Promise<void> {
  await runService({
    ...options,
    name: 'questions',
    readProcesses() {
      const config = readConfig(QuestionsConfig, readEnvironment())
      return { workers: config.WORKERS, logger: createQuestionsLogger(config) }
    },
    async start(primary) {
      const environment = readEnvironment()
      const config = readConfig(QuestionsConfig, environment)
      const processLogger = createQuestionsLogger(config)
      const logger = primary ? processLogger.child({ worker: primary.workerId }) : processLogger
      const app = await openApp({
        config,
        folder: environment.QUESTIONS_DIR ? folder : ROOT,
        logger,
        primary,
      })
      return { app, host: config.QUESTIONS_HOST, port: config.QUESTIONS_PORT }
    },
  })
}

function createQuestionsLogger({ LOG_LEVEL }: QuestionsConfig): Logger {
  return createLogger('questions', LOG_LEVEL)
}
