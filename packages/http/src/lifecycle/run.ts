// Runs a service as a process, or as several workers. It prints a line when the service is ready, or the reason when the
// service cannot start, and shuts down gracefully on a signal.
import { AppError } from '@qb/core/errors'
import type { TObject } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { CONFIG_ERRORS, readConfig, renameVariables, type SharedConfig } from '../config/config.ts'
import { createLogger, type Logger, openLogStream } from '../observability/log.ts'
import { runWorkers } from '../workers/primary.ts'
import { findPrimary, type Primary } from '../workers/worker.ts'
import { closeApp } from './drain.ts'
import { formatReadyLine, printReady } from './ready-line.ts'

/** A service that is ready to listen. */
export interface ReadyService {
  readonly app: FastifyInstance
  readonly host: string
  readonly port: number
  /** Returns lines to print below the ready line, for the person who has started the service. */
  readonly describeStart?: (url: string) => string
}

/** How a program starts a service. */
export interface StartOptions {
  /** Reads the variables of the config. */
  readonly readEnvironment: () => Readonly<Record<string, string | undefined>>
  /** The folder that the paths of the config are relative to, absolute. */
  readonly folder: string
  /** Returns how the operator has set a config variable, or can set it, for error messages. Default: by its name. */
  readonly nameVariable?: (variable: string, isSet: boolean) => string
}

/** The settings of a process of a service. */
export interface ProcessSettings<Config> {
  readonly config: Readonly<Config>
  /** The variables that the config was read from. */
  readonly environment: ReturnType<StartOptions['readEnvironment']>
  readonly logger: Logger
  /** What a worker shares with others. Undefined when there is one process. */
  readonly primary: Primary | undefined
}

/** Options of {@link runService}. */
export interface RunOptions<Config> extends Omit<StartOptions, 'folder'> {
  /** The name of the service in the ready line, in the log and in error messages. */
  readonly name: string
  /** The variables of the config. */
  readonly schema: TObject & { readonly static: Config }
  /** Returns how many workers respond to requests. Default: one process without workers. @throws AppError `config/invalid` */
  readonly countWorkers?: (config: Readonly<Config>) => number
  readonly start: (settings: ProcessSettings<Config>) => Promise<ReadyService>
  /** Time after a signal until open connections are destroyed, in milliseconds. Default: 800. */
  readonly graceMs?: number
}

/** How many times the grace period a process may take to exit. */
const FORCED_EXIT_FACTOR = 2

/**
 * Starts a service and prints `<name> ready at <url>`. On SIGINT or SIGTERM it shuts the service down and
 * exits with code 0. When the service cannot start, it prints the reason and exits with code 1.
 */
export async function runService<Config extends SharedConfig>(options: RunOptions<Config>): Promise<void> {
  const { name, schema, readEnvironment, countWorkers = () => 1, start, graceMs = 800 } = options
  try {
    const primary = findPrimary()
    const environment = readEnvironment()
    const config = readConfig(schema, environment)
    const workers = countWorkers(config)
    const logger = createLogger(name, config.LOG_LEVEL, openLogStream(config.LOG_FORMAT))
    if (!primary && workers > 1) return runWorkers(name, workers, logger, graceMs * FORCED_EXIT_FACTOR * 2)
    const ownLogger = primary ? logger.child({ worker: primary.workerId }) : logger
    const ready = await start({ config, environment, logger: ownLogger, primary })
    const { app, host, port, describeStart } = ready
    await app.listen({ host, port })
    closeOnSignal(app, graceMs)
    const url = urlOf(app)
    if (primary) return await primary.announce(url)
    printReady(formatReadyLine(name, url), ...(describeStart ? [describeStart(url)] : []))
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${explainStartError(error, options)}\n`)
    process.exit(1)
  }
}

function urlOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

function explainStartError(
  error: unknown,
  { name, nameVariable = (text) => text }: Pick<RunOptions<never>, 'name' | 'nameVariable'>,
): string {
  if (error instanceof AppError) {
    if (error.definition !== CONFIG_ERRORS.invalid) return error.message
    return `invalid config\n${renameVariables(error.message, (variable) => nameVariable(variable, true))}`
  }
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `${message}; perhaps it runs already; set ${nameVariable(`${name.toUpperCase()}_PORT`, false)} to use a different port`
  return code?.startsWith('E') ? message : (stack ?? String(error))
}

/** Closes the app on the first signal. A process can get Ctrl-C from the terminal and from its parent. */
function closeOnSignal(app: FastifyInstance, graceMs: number): void {
  let isClosing = false
  const close = () => {
    if (isClosing) return
    isClosing = true
    // The process must exit even when closing never completes.
    setTimeout(() => process.exit(1), graceMs * FORCED_EXIT_FACTOR).unref()
    const fail = (error: Error) => {
      process.stderr.write(`${error.stack}\n`)
      process.exit(1)
    }
    closeApp(app, graceMs).then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close)
  // This event means that the parent process has ended, because that closes the IPC channel.
  process.on('disconnect', close)
}
