// Implements the command `start`, which runs the services as child processes. It stops them when it receives
// a signal, when one of them exits, or when the package manager that started it exits. Its exit code is the
// highest of theirs.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readCommandLine } from '@qb/core/command-line'
import { findLaunchers, watchLaunchers } from '@qb/http/launchers'

const USAGE = `Usage: start [--lan]

Starts the questions service and the changelog service. All settings are environment variables, or lines of .env.

  --lan  phones in the same network can play the quiz: sets QUESTIONS_HOST=lan, and starts the questions service only
`

const isLan = readOptions(process.argv.slice(2))
// A class may see the terminal, so it shows no API key.
const services = isLan ? ['questions'] : ['questions', 'changelog']
process.exit(await runServices(services, isLan ? { QUESTIONS_HOST: 'lan' } : {}))

/** Returns whether phones can play. Prints the usage and exits for `--help` and for an unknown option. */
function readOptions(args: readonly string[]): boolean {
  try {
    const options = { lan: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
    const { lan = false, help } = readCommandLine({ args: [...args], options }).values
    if (!help) return lan
    process.stdout.write(USAGE)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

/** Runs services until one of them exits. Returns the highest exit code. */
async function runServices(
  names: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  const children = names.map((name) => startService(name, variables))
  const stopping = new AbortController()
  stopping.signal.addEventListener('abort', () => {
    for (const child of children) child.kill('SIGTERM')
  })
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  watchLaunchers([process.ppid, ...findLaunchers(process.ppid)], stop)

  const exits = children.map((child) => once(child, 'exit'))
  // Each service is ready, or has printed why it cannot start, before another one stops it.
  const texts = await Promise.all(children.map(readUntilReady))
  texts.push(`Ctrl+C stops ${names.length > 1 ? 'both services' : 'the service'}\n`)
  process.stdout.on('error', () => undefined)
  // The reason why one cannot start is the last line, and the other one stops.
  if (!texts.includes('')) process.stdout.write(texts.join(''))
  await Promise.race(exits)
  stop()
  const codes = await Promise.all(exits)
  return Math.max(...codes.map(([code]) => code ?? 1))
}

function startService(name: string, variables: Readonly<Record<string, string>>): ChildProcess {
  const server = fileURLToPath(new URL(`../../${name}/dist/server.bundle.js`, import.meta.url))
  // `fork` opens an IPC channel, for the lines to print. It closes when this process exits, and then the services exit.
  return fork(server, {
    execArgv: [],
    stdio: ['inherit', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...variables },
  })
}

/** Waits until a service is ready, or has exited. Returns the lines that it prints then, or an empty text. */
function readUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('message', (text) => resolve(String(text)))
    child.once('exit', () => resolve(''))
  })
}
