// Implements the command `start`, which runs both services as child processes. It stops both when it receives
// a signal, when one of them exits, or when the package manager that started it exits. Its exit code is the
// highest of theirs.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findLaunchers, watchLaunchers } from '@qb/http/launchers'
import { readReadyLine } from '@qb/http/ready-line'

process.exit(await runServices(['questions', 'changelog']))

/** Runs services until one of them exits. Returns the highest exit code. */
async function runServices(names: readonly string[]): Promise<number> {
  const children = names.map(startService)
  const stopping = new AbortController()
  stopping.signal.addEventListener('abort', () => {
    for (const child of children) child.kill('SIGTERM')
  })
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  watchLaunchers([process.ppid, ...findLaunchers(process.ppid)], stop)

  const exits = children.map((child) => once(child, 'exit'))
  // Each service is ready, or has printed why it cannot start, before another one stops it.
  const readyLines = await Promise.all(children.map(printUntilReady))
  if (!readyLines.includes(undefined)) process.stdout.write(`${readyLines.join('\n')}\n`)
  await Promise.race(exits)
  stop()
  const codes = await Promise.all(exits)
  return Math.max(...codes.map(([code]) => code ?? 1))
}

function startService(name: string): ChildProcess {
  const server = fileURLToPath(new URL(`../../${name}/dist/server.bundle.js`, import.meta.url))
  // `fork` opens an IPC channel. It closes when this process exits for any reason, and then the services exit.
  return fork(server, { execArgv: [], stdio: ['inherit', 'pipe', 'inherit', 'ipc'] })
}

/** Prints the lines of a service. Returns its ready line without printing it, or undefined when it exits before. */
function printUntilReady(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.on('exit', () => resolve(undefined))
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (readReadyLine(line) === undefined) process.stdout.write(`${line}\n`)
      else resolve(line)
    })
  })
}
