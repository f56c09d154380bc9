// The command `start`. It runs both services as child processes. After a signal it exits with code 0 once both exited
// with code 0. When one service exits by itself, or when a launcher of this process has ended, it stops the others.
import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readReadyLine } from '@qb/http/ready-line'
import { findLaunchers, isAlive } from './launchers.ts'

const SERVICES = ['questions', 'changelog']
const PARENT_CHECK_MS = 200

const children = new Set<ChildProcess>()
const readyLines: string[] = []
let stopping = false
let exitCode = 0

for (const name of SERVICES) {
  // The IPC channel that fork opens closes when this process ends for any reason. The services then exit.
  const server = fileURLToPath(new URL(`../../${name}/dist/server.js`, import.meta.url))
  const child = fork(server, { execArgv: [], stdio: ['inherit', 'pipe', 'inherit', 'ipc'] })
  children.add(child)
  if (child.stdout) createInterface({ input: child.stdout }).on('line', print)
  child.on('exit', (code) => {
    children.delete(child)
    exitCode = Math.max(exitCode, code ?? 1)
    stop()
    if (children.size === 0) process.exit(exitCode)
  })
}

/** Forwards a line. The ready lines are printed last, once all services are ready. */
function print(line: string): void {
  if (readReadyLine(line) === undefined) process.stdout.write(`${line}\n`)
  else if (readyLines.push(line) === SERVICES.length) {
    process.stdout.write(`${readyLines.toSorted().reverse().join('\n')}\n`)
  }
}

function stop(): void {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

const launchers = findLaunchers(process.ppid)
setInterval(() => {
  if (!launchers.every(isAlive)) stop()
}, PARENT_CHECK_MS).unref()
