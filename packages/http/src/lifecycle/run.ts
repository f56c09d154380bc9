// Starts and stops a process: one line when ready, a clear message when it cannot start, a graceful shutdown on a
// signal.
import { AppError } from '@qb/core/errors'
import type { FastifyInstance } from 'fastify'
import { CONFIG_ERRORS } from '../config/errors.ts'
import { closeApp } from './drain.ts'
import { formatReadyLine } from './ready-line.ts'

/** A service about to listen. `hint` is one more line for whoever started it, given the URL. */
export interface Startable {
  readonly app: FastifyInstance
  readonly host: string
  readonly port: number
  readonly hint?: (url: string) => string
}

/** How to run a service. */
export interface RunOptions {
  /** As the ready line has it. */
  readonly name: string
  readonly start: () => Promise<Startable>
  /** How long responses in flight may take after a signal; then connections are destroyed. */
  readonly graceMs?: number
}

/**
 * Starts a service, prints `<name> ready at <url>`, and shuts it down on SIGINT or SIGTERM with exit code 0.
 * When it cannot start, prints the reason and ends the process with exit code 1.
 */
export async function runService({ name, start, graceMs = 800 }: RunOptions): Promise<void> {
  try {
    const { app, host, port, hint } = await start()
    await app.listen({ host, port })
    closeOnSignal(app, graceMs)
    const url = urlOf(app)
    if (hint) process.stdout.write(`${hint(url)}\n`)
    process.stdout.write(`${formatReadyLine(name, url)}\n`)
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${explain(error, name)}\n`)
    process.exit(1)
  }
}

function urlOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

function explain(error: unknown, name: string): string {
  if (error instanceof AppError) {
    return error.definition === CONFIG_ERRORS.invalid ? `invalid config\n${error.message}` : error.message
  }
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `${message}; set ${name.toUpperCase()}_PORT to use another port`
  return code?.startsWith('E') ? message : (stack ?? String(error))
}

/** A terminal sends Ctrl-C to the whole process group, so a second signal is usual and changes nothing. */
function closeOnSignal(app: FastifyInstance, graceMs: number): void {
  let isClosing = false
  const close = () => {
    if (isClosing) return
    isClosing = true
    // Whatever closing itself waits for, the process ends.
    setTimeout(() => process.exit(1), graceMs * 2).unref()
    closeApp(app, graceMs).then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`${error.stack}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close)
  // The process that started this one, with a channel, has ended.
  process.on('disconnect', close)
}
