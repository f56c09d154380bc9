// Bundles each program that tsc has built into one file, with its dependencies. A process that reads one file starts in
// about two thirds of the time of one that reads hundreds. The client is a bundle too, so that it has no dependencies, and a
// browser can import it without a build step. A bundle that is up to date is not written again.
//
//   packages/questions/dist/server.js → packages/questions/dist/server.bundle.js
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** The programs: files that `start`, the other scripts and the tests run as processes. */
const PROGRAMS = [
  'packages/questions/dist/server.js',
  'packages/changelog/dist/server.js',
  'packages/changelog/dist/cli/main.js',
  'packages/curation/dist/cli/main.js',
]

/** The client, which is not built for `start`. */
const CLIENT = 'packages/client/dist/index.js'

/**
 * Modules that stay where they are: one finds files of packages relative to itself, and one is imported only when a client
 * uses MCP. As part of the bundle, it would delay each start.
 */
const EXTERNAL = ['@qb/http/docs-files', /\/serve-message\.js$/]

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const builds = readdirSync('packages').map((name) => `packages/${name}/dist/.tsbuildinfo`)
const inputs = ['pnpm-lock.yaml', 'scripts/bundle.js', ...builds.filter((path) => existsSync(path))]
const newestInput = Math.max(...inputs.map(modifiedMs))
for (const program of [...PROGRAMS, CLIENT]) {
  const file = program.replace(/\.js$/, '.bundle.js')
  if (!existsSync(program)) continue
  if (existsSync(file) && modifiedMs(file) > newestInput) continue
  const bundle = await rolldown({
    input: program,
    platform: program === CLIENT ? 'browser' : 'node',
    external: EXTERNAL,
    // An import that is left without use is removed, so that a program without documentation pages needs none of it.
    treeshake: { moduleSideEffects: 'no-external' },
    logLevel: 'warn',
  })
  // The names and the lines of the source stay, so that a stack trace can be read.
  const banner = program === CLIENT ? readLicence('packages/client/node_modules/openapi-fetch') : ''
  await bundle.write({ file, format: 'esm', codeSplitting: false, banner })
  await bundle.close()
}

/** Returns the licence of a package as a comment that minifiers keep. Who distributes the client needs it. */
function readLicence(folder) {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return `/*! Contains ${name} ${version}.\n\n${readFileSync(`${folder}/LICENSE`, 'utf8').trim()}\n*/`
}

function modifiedMs(path) {
  return statSync(path).mtimeMs
}
