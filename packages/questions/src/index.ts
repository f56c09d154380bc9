// The library: creates the app of the questions service in a process of yours. Its types use only those of Fastify, so
// that they can be published without those of the other packages.
import { resolve } from 'node:path'
import { createLogger, type Logger, readVariables } from '@qb/http'
import { ROOT } from '@qb/http/root'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { QuestionsConfig } from './config.ts'
import { openApp } from './serve.ts'

/** The variables of the process that listens. The app does not listen by itself. */
const PROCESS_VARIABLES = ['QUESTIONS_HOST', 'QUESTIONS_PORT', 'WORKERS', 'LOG_FORMAT']

/**
 * Creates the app of the questions service. It is ready to listen, to be called by `inject`, and to be closed.
 * @param variables config variables of the service, which docs/configuration.md describes. `QUESTIONS_DIR` is relative to the
 * current folder. Without it, the app serves the questions of this package
 * @param logger a logger that writes JSON lines to standard error by default. `LOG_LEVEL` has no effect on another one
 * @throws Error when a variable is invalid; its message names the variable
 */
export async function createApp(
  variables: Readonly<Record<string, string>> = {},
  logger?: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const config = readVariables(QuestionsConfig, variables, PROCESS_VARIABLES)
  const log = (logger as Logger | undefined) ?? createLogger('questions', config.LOG_LEVEL)
  const { app } = await openApp(variables.QUESTIONS_DIR ? resolve() : ROOT, { config, logger: log })
  return app
}
