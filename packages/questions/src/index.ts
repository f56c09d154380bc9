// The library: creates the app of the questions service in a process of yours. Its types use only those of Fastify, so
// that they can be published without those of the other packages.
import { resolve } from 'node:path'
import { createLogger, type Logger, readOptions, toOptionError } from '@qb/http'
import { ROOT } from '@qb/http/root'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { QuestionsConfig } from './config.ts'
import { openApp } from './serve.ts'

/** Options of {@link createApp}. Each is a config variable of the service, which docs/configuration.md describes. */
export interface QuestionsOptions {
  /** The folder of the datasets, relative to the current folder. Default: the questions of this package. */
  readonly dir?: string
  /** The path at which the app is published, such as `/trivia`. Default: empty. */
  readonly basePath?: string
  /** Maximum time, in seconds, until a changed dataset is served. `0` disables reloading. Default: 5. */
  readonly reloadSeconds?: number
  /** Serve a dataset without its invalid rows. Default: false. */
  readonly skipInvalidRows?: boolean
  /** The origins whose scripts may read responses, separated by commas. Default: `*`, every origin. */
  readonly corsOrigin?: string
  /** Maximum number of requests per minute and IP address. Default: 0, which disables the limit. */
  readonly rateLimitMax?: number
  /** The URL of a Redis in which all processes count requests. Default: each process counts its own. */
  readonly rateLimitRedisUrl?: string
  /** Whether to take the client address from `X-Forwarded-For`, or the number of proxies that add one to it. Default: false. */
  readonly trustProxy?: boolean | number
  /** The lowest level to log. It has no effect on `logger`. Default: `info`. */
  readonly logLevel?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Whether to log one line per request. Errors are always logged. Default: false. */
  readonly logRequests?: boolean
  /** Default: a logger that writes JSON lines to standard error. */
  readonly logger?: FastifyBaseLogger
}

/** The variables of the process that listens. The app does not listen by itself. */
const PROCESS_VARIABLES = ['QUESTIONS_HOST', 'QUESTIONS_PORT', 'WORKERS', 'LOG_FORMAT']

/**
 * Creates the app of the questions service. It is ready to listen, to be called by `inject`, and to be closed.
 * @throws Error when an option is invalid; its message names the option
 */
export async function createApp({ logger, ...options }: QuestionsOptions = {}): Promise<FastifyInstance> {
  try {
    const config = readOptions(QuestionsConfig, options, PROCESS_VARIABLES)
    const log = (logger as Logger | undefined) ?? createLogger('questions', config.LOG_LEVEL)
    const { app } = await openApp({ config, folder: options.dir ? resolve() : ROOT, logger: log })
    return app
  } catch (error) {
    throw toOptionError(error)
  }
}
