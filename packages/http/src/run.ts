// Starting and stopping a process: one line when ready, a clear message when not, an orderly end on a signal.
import { CoreError } from '@qb/core/errors'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { closeApp } from './drain.ts'

/** A service about to listen. `hint` is one more line for whoever started it, given the address. */
export interface Startable {
  readonly app: FastifyInstance
  readonly host: string
  readonly port: number
  readonly hint?: (url: string) => string
}

/** How to run a service. */
export interface RunOptions {
  /** As the ready line says it. */
  readonly name: string
  readonly start: () => Promise<Startable>
  /** How long answers in flight may take once the process was told to stop; then connections are cut. */
  readonly graceMs?: number
}

/**
 * Starts a service, prints `<name> ready at <url>`, and ends it on SIGINT or SIGTERM with exit code 0.
 * Settings that do not hold and an address that cannot be had end the process with exit code 1 and the reason.
 */
export async function runService({ name, start, graceMs = 800 }: RunOptions): Promise<void> {
  try {
    const { app, host, port, hint } = await start()
    await app.listen({ host, port })
    stopOnSignals(app, graceMs)
    const url = addressOf(app)
    if (hint) process.stdout.write(`${hint(url)}\n`)
    process.stdout.write(`${name} ready at ${url}\n`)
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${explain(error, name)}\n`)
    process.exit(1)
  }
}

function addressOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

function explain(error: unknown, name: string): string {
  if (error instanceof CoreError) return `wrong settings\n${error.message}`
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `${message}; ${name.toUpperCase()}_PORT names another port`
  return code?.startsWith('E') ? message : (stack ?? String(error))
}

function stopOnSignals(app: FastifyInstance, graceMs: number): void {
  // close-with-grace ends with code 1 on a second signal; a terminal sends Ctrl-C to the whole process group,
  // so a second one is the rule under a parent that passes signals on.
  const closer = closeWithGrace({ delay: graceMs * 2, skip: ['SIGINT', 'SIGTERM'] }, async ({ err }) => {
    if (err) process.stderr.write(`${err.stack}\n`)
    await closeApp(app, graceMs)
  })
  let closing = false
  const close = () => {
    if (!closing) void closer.close()
    closing = true
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close)
  // Started by another process with a channel: that process is gone.
  process.on('disconnect', close)
}
