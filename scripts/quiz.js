// Serves the example quiz from an origin of its own: `npx -y pnpm@12 quiz [--port 8080]`. The quiz uses the questions
// service at QUESTIONS_HOST and QUESTIONS_PORT, from the environment or from .env, as the service itself.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import sirv from 'sirv'

const HOST = '127.0.0.1'
/** Interval of the checks whether the launchers are running, in milliseconds. */
const LAUNCHER_CHECK_MS = 200

const { values } = parseArgs({ options: { port: { type: 'string', default: '8080' } } })
const envFile = fileURLToPath(new URL('../.env', import.meta.url))
if (existsSync(envFile)) process.loadEnvFile(envFile)
const { QUESTIONS_HOST, QUESTIONS_PORT } = process.env

createServer(sirv(fileURLToPath(new URL('../examples/quiz', import.meta.url)), { dev: true }))
  .on('error', (error) => {
    console.error(`the quiz cannot be served: ${error.message}`)
    process.exitCode = 1
  })
  .listen(Number(values.port), HOST, function () {
    const url = new URL(`http://${HOST}:${this.address().port}/`)
    const service = serviceUrl(QUESTIONS_HOST || HOST, QUESTIONS_PORT || '8000')
    if (service !== 'http://127.0.0.1:8000') url.searchParams.set('api', service)
    console.log(
      `quiz at ${url}\nIt uses the questions service at ${service}. Start the service in another terminal.`,
    )
  })

/** Returns the URL at which this machine reaches a service that listens on the given address. */
function serviceUrl(host, port) {
  if (host === '0.0.0.0' || host === '::') return serviceUrl(HOST, port)
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin
}

// On SIGTERM, npx and pnpm exit without forwarding the signal, and a shell between them keeps running.
const launchers = findLaunchers()
setInterval(() => {
  if (launchers.some(({ pid, parent }) => readProcess(pid)?.parent !== parent)) process.exit()
}, LAUNCHER_CHECK_MS).unref()

/**
 * Lists this process and its ancestors below the outermost npm, npx or pnpm. When one of them ends, the parent of another
 * one changes. Without a package manager, or without /proc, the list is empty. `packages/start` finds its launchers in
 * the same way, but is not built here.
 */
function findLaunchers() {
  const processes = []
  for (let pid = process.pid; pid > 1 && processes.length < 10; ) {
    const info = readProcess(pid)
    if (!info) break
    processes.push({ pid, ...info })
    pid = info.parent
  }
  const outermost = processes.findLastIndex(({ command }) =>
    /^(?:npm |npx|pnpm|(?:\S*\/)?node(?:js)? \S*(?:npm|npx|pnpm)(?:-cli)?\.[cm]?js\b)/.test(command),
  )
  return processes.slice(0, Math.max(0, outermost))
}

/** Reads the parent and the command line of a process. Returns undefined when it does not exist, or without /proc. */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
  } catch {
    return undefined
  }
}
