// Prepares a script of package.json: installs missing dependencies, and builds the given packages. This file
// is plain JavaScript because nothing is built when it runs.
//
//   node scripts/prepare.js [--dev] [<package folder> …]
//
// Without --dev, a fresh clone gets only the dependencies that the services need. Tests and tools need --dev, which also
// installs a browser.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** A file that pnpm writes at the end of an installation. */
const STATE_FILE = 'node_modules/.pnpm-workspace-state-v1.json'

const { values, positionals } = parseArgs({
  options: { dev: { type: 'boolean', default: false } },
  allowPositionals: true,
})
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install(values.dev)
if (positionals.length > 0) build(positionals)

/** Installs the dependencies when they are missing or when the lockfile has changed. */
function install(needsDev) {
  const installed = readInstalled()
  const hasDev = installed?.hasDev ?? false
  if (installed && !isNewer('pnpm-lock.yaml', installed.time) && (hasDev || !needsDev)) return
  const arguments_ = ['install', ...(needsDev || hasDev ? [] : ['--prod'])]
  print(needsDev ? 'installing all dependencies, with those of the tests' : 'installing dependencies')
  const pnpm = process.env.npm_execpath ?? 'pnpm'
  if (/\.[cm]?js$/.test(pnpm)) run(process.execPath, [pnpm, ...arguments_])
  else run(pnpm, arguments_)
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

function isNewer(path, timeMs) {
  return statSync(path).mtimeMs > timeMs
}

/** Builds packages and those that they depend on, and bundles their programs. Files that are up to date are not built again. */
function build(folders) {
  if (!folders.every((folder) => existsSync(`${folder}/dist`))) print(`building ${folders.join(', ')}`)
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', ...folders])
  run(process.execPath, ['scripts/bundle.js'])
}

function print(message) {
  process.stderr.write(`${message} …\n`)
}

function run(command, arguments_) {
  const { status, error } = spawnSync(command, arguments_, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
