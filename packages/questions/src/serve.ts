// Serves the questions as a process, or as several workers.
import { createLogger, type Logger, type RunOptions, readConfig, runService } from '@qb/http'
import { ROOT } from '@qb/http/root'
import { checkWorkers, QuestionsConfig } from './config.ts'
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
  let settings: Settings | undefined
  // `runService` prints the errors of what it calls, so the config is not read before.
  const readOnce = () => {
    settings ??= readSettings(readEnvironment(), folder)
    return settings
  }
  await runService({
    ...options,
    name: 'questions',
    readProcesses() {
      const { config, logger } = readOnce()
      return { workers: config.WORKERS, logger }
    },
    async start(primary) {
      const { config, logger: processLogger, folder: datasetsFolder } = readOnce()
      const logger = primary ? processLogger.child({ worker: primary.workerId }) : processLogger
      const app = await openApp({ config, folder: datasetsFolder, logger, primary })
      return { app, host: config.QUESTIONS_HOST, port: config.QUESTIONS_PORT }
    },
  })
}

/** What a process reads at its start. */
interface Settings {
  readonly config: QuestionsConfig
  readonly logger: Logger
  /** The folder that `QUESTIONS_DIR` is relative to. */
  readonly folder: string
}

function readSettings(environment: ReturnType<ServeOptions['readEnvironment']>, folder: string): Settings {
  const config = readConfig(QuestionsConfig, environment)
  checkWorkers(config)
  const logger = createLogger('questions', config.LOG_LEVEL)
  return { config, logger, folder: environment.QUESTIONS_DIR ? folder : ROOT }
}
