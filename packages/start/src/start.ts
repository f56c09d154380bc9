// Implements the command `start`, which runs both services as child processes. It stops both when it receives
// a signal, when one of them exits, or when the package manager that started it exits. Its exit code is the
// highest of theirs.
import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findLaunchers, watchLaunchers } from '@qb/http/launchers'
import { readReadyLine } from '@qb/http/ready-line'

const SERVICES = ['questions', 'changelog']

const children = new Set<ChildProcess>()
/** The services that are neither ready nor failed. */
const starting = new Set<string>(SERVICES)
const readyLines: string[] = []
let isStopping = false
let exitCode = 0

for (const name of SERVICES) {
  // `fork` opens an IPC channel. It closes when this process exits for any reason, and then the services
  // exit.
  const server = fileURLToPath(new URL(`../../${name}/dist/server.bundle.js`, import.meta.url))
  const child = fork(server, { execArgv: [], stdio: ['inherit', 'pipe', 'inherit', 'ipc'] })
  children.add(child)
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => print(name, line))
  child.on('exit', (code) => {
    children.delete(child)
    exitCode = Math.max(exitCode, code ?? 1)
    recordStarted(name)
    if (children.size === 0) process.exit(exitCode)
  })
}

/** Prints a line of a service. Ready lines are held back until all services are ready. */
function print(name: string, line: string): void {
  if (readReadyLine(line) === undefined) {
    process.stdout.write(`${line}\n`)
    return
  }
  if (readyLines.push(line) === SERVICES.length) {
    process.stdout.write(`${readyLines.toSorted().reverse().join('\n')}\n`)
  }
  recordStarted(name)
}

/**
 * Records that a service is ready or has exited. When one has exited, the others are stopped, but not before each of
 * them is ready or has printed why it cannot start.
 */
function recordStarted(name: string): void {
  starting.delete(name)
  if (children.size < SERVICES.length && starting.size === 0) stop()
}

function stop(): void {
  if (isStopping) return
  isStopping = true
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

watchLaunchers(findLaunchers(process.ppid), stop)
