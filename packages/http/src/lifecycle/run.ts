// Runs a service as a process, or as several workers. It prints a line when the service is ready, or the reason when the
// service cannot start, and shuts down gracefully on a signal.
import { AppError } from '@qb/core/errors'
import type { FastifyInstance } from 'fastify'
import { CONFIG_ERRORS, renameVariables } from '../config/config.ts'
import type { Logger } from '../observability/log.ts'
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

/** Options of {@link runService}. */
export interface RunOptions extends Pick<StartOptions, 'nameVariable'> {
  /** The name of the service in the ready line and in error messages. */
  readonly name: string
  /** Reads how many workers respond to requests, and where to log what happens to them. Default: one process without workers. */
  readonly readProcesses?: () => { readonly workers: number; readonly logger: Logger }
  /** Starts the service. @param primary what a worker shares with others. Undefined when there is one process */
  readonly start: (primary: Primary | undefined) => Promise<ReadyService>
  /** Time after a signal until open connections are destroyed, in milliseconds. Default: 800. */
  readonly graceMs?: number
}

/** How many times the grace period a process may take to exit. */
const FORCED_EXIT_FACTOR = 2

/**
 * Starts a service and prints `<name> ready at <url>`. On SIGINT or SIGTERM it shuts the service down and
 * exits with code 0. When the service cannot start, it prints the reason and exits with code 1.
 */
export async function runService(options: RunOptions): Promise<void> {
  const { name, readProcesses, start, graceMs = 800 } = options
  try {
    const primary = findPrimary()
    const processes = primary ? undefined : readProcesses?.()
    if (processes && processes.workers > 1) {
      return runWorkers({ name, ...processes, stopMs: graceMs * FORCED_EXIT_FACTOR * 2 })
    }
    const { app, host, port, describeStart } = await start(primary)
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

function explainStartError(error: unknown, { name, nameVariable = (text) => text }: RunOptions): string {
  if (error instanceof AppError) {
    if (error.definition !== CONFIG_ERRORS.invalid) return error.message
    return `invalid config\n${renameVariables(error.message, (variable) => nameVariable(variable, true))}`
  }
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `${message}; set ${nameVariable(`${name.toUpperCase()}_PORT`, false)} to use a different port`
  return code?.startsWith('E') ? message : (stack ?? String(error))
}

/**
 * Closes the app on the first signal and ignores later ones. A terminal sends Ctrl-C to the whole process
 * group, so a process can receive the signal from the terminal and from its parent.
 */
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
