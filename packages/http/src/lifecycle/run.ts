// Starts and stops a process. It prints one line when ready and the reason when it cannot start, and shuts down
// gracefully on a signal.
import { AppError } from '@qb/core/errors'
import type { FastifyInstance } from 'fastify'
import { CONFIG_ERRORS } from '../config/errors.ts'
import { closeApp } from './drain.ts'
import { formatReadyLine } from './ready-line.ts'

/** A service that is ready to listen. `hint` returns one more line to print, given the URL. */
export interface Startable {
  readonly app: FastifyInstance
  readonly host: string
  readonly port: number
  readonly hint?: (url: string) => string
}

/** Options of {@link runService}. */
export interface RunOptions {
  /** The name of the service in the ready line. */
  readonly name: string
  readonly start: () => Promise<Startable>
  /** Maximum time for responses in flight after a signal. Then connections are destroyed. */
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

/**
 * Closes the app on the first signal. A terminal sends Ctrl-C to the whole process group, so later ones are ignored.
 */
function closeOnSignal(app: FastifyInstance, graceMs: number): void {
  let isClosing = false
  const close = () => {
    if (isClosing) return
    isClosing = true
    // The process ends even if closing does not complete.
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
  // The IPC channel is closed, because the parent process has ended.
  process.on('disconnect', close)
}
