// Prepares a script of package.json: installs missing dependencies, and builds the given packages. This file
// is plain JavaScript because nothing is built when it runs.
//
//   node scripts/prepare.js [--dev] [<package folder> …]
//
// Without --dev, a fresh clone gets only the dependencies that the services need. Tests and tools need --dev, which also
// installs a browser.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** A step that takes longer is named, and says every few seconds that it still runs, in milliseconds. */
const [QUIET_MS, REPORT_MS] = [1500, 4000]

/** A file that pnpm writes at the end of an installation. */
const STATE_FILE = 'node_modules/.pnpm-workspace-state-v1.json'

const { values, positionals } = parseArgs({
  options: { dev: { type: 'boolean', default: false } },
  allowPositionals: true,
})
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
await install(values.dev)
if (positionals.length > 0) await build(positionals)

/** Installs the dependencies when they are missing or when the lockfile has changed. */
async function install(needsDev) {
  const installed = readInstalled()
  const hasDev = installed?.hasDev ?? false
  if (installed && statSync('pnpm-lock.yaml').mtimeMs <= installed.time && (hasDev || !needsDev)) return
  const arguments_ = ['install', ...(needsDev || hasDev ? [] : ['--prod'])]
  const name = needsDev ? 'installing all dependencies, with those of the tests' : 'installing dependencies'
  const pnpm = process.env.npm_execpath ?? 'pnpm'
  const command = /\.[cm]?js$/.test(pnpm) ? [process.execPath, pnpm] : [pnpm]
  await report(name, () => run([...command, ...arguments_]))
  // pnpm does not touch this file when nothing has to be installed.
  utimesSync(STATE_FILE, new Date(), new Date())
}

/** Reads what pnpm has installed. Returns undefined when it has not installed anything. */
function readInstalled() {
  const path = 'node_modules/.modules.yaml'
  if (!existsSync(path) || !existsSync(STATE_FILE)) return undefined
  // pnpm writes this file as JSON, which is valid YAML.
  const { included } = JSON.parse(readFileSync(path, 'utf8'))
  return { hasDev: included.devDependencies, time: statSync(STATE_FILE).mtimeMs }
}

/** Builds packages and those that they depend on, and bundles their programs. Files that are up to date are not built again. */
async function build(folders) {
  const compile = () => run([process.execPath, 'node_modules/typescript/bin/tsc', '-b', ...folders])
  const bundle = () => run([process.execPath, 'scripts/bundle.js'])
  await report(`building ${folders.join(', ')}`, compile)
  await report('bundling the programs', bundle)
}

/** Prints the name of a step that takes long, and how long it took when it ends. */
async function report(name, runStep) {
  const start = Date.now()
  const print = (text) => process.stderr.write(`${name} ${text}\n`)
  const seconds = () => `${((Date.now() - start) / 1000).toFixed(1)} s`
  const timers = [setTimeout(print, QUIET_MS, '…'), setInterval(() => print(`… ${seconds()}`), REPORT_MS)]
  await runStep()
  for (const timer of timers) clearInterval(timer)
  if (Date.now() - start >= QUIET_MS) print(`took ${seconds()}`)
}

/** Runs a command. When the command fails, this process exits with its exit code. */
async function run([command, ...arguments_]) {
  const child = spawn(command, arguments_, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exit(code ?? 1)
}
