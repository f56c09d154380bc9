// Assembles a folder that contains only what a service runs: its bundles, the files of its pages, and its datasets. The
// folder needs no installation. Container images and systemd units run it.
//
//   node scripts/assemble.js questions|changelog <folder>
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { findRedocScript, findSwaggerUiFolder } from '../packages/http/dist/docs/files.js'

/** What each service needs besides the files of its documentation pages. */
const CONTENTS = {
  questions: ['packages/questions/dist/server.bundle.js', 'examples/quiz', 'external-resources/questions'],
  changelog: ['packages/changelog/dist/server.bundle.js', 'packages/changelog/dist/cli/main.bundle.js'],
}

/** What a service loads after its start: the program of a thread, and the module of MCP. */
const LOADED_LATER = {
  questions: 'packages/questions/dist/dataset-worker.js',
  changelog: 'packages/changelog/dist/mcp/serve-message.js',
}

const [service, target] = process.argv.slice(2)
if (!Object.hasOwn(CONTENTS, service ?? '') || target === undefined) {
  process.stderr.write('expected: assemble questions|changelog <folder>\n')
  process.exit(1)
}
const folder = resolve(target)
process.chdir(new URL('..', import.meta.url).pathname)

for (const path of ['LICENSE', ...CONTENTS[service]]) copy(path, path)
writePackage('package.json', 'package.json', ['name', 'version', 'license', 'private', 'type'])
await bundleLater(LOADED_LATER[service])
copyDocs()

/** Bundles a file that a service loads later. It keeps its name, because the bundle of the service loads it by that name. */
async function bundleLater(path) {
  const bundle = await rolldown({ input: path, platform: 'node', logLevel: 'warn' })
  await bundle.write({ file: join(folder, path), format: 'esm', codeSplitting: false })
  await bundle.close()
}

/** Copies the files of Swagger UI and Redoc, and the module that finds them. */
function copyDocs() {
  writePackage('packages/http/package.json', 'node_modules/@qb/http/package.json', [
    'name',
    'license',
    'type',
    'exports',
  ])
  copy('packages/http/dist/docs/files.js', 'node_modules/@qb/http/dist/docs/files.js')
  for (const file of [
    'LICENSE',
    'NOTICE',
    'package.json',
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
  ]) {
    copy(join(findSwaggerUiFolder(), file), `node_modules/swagger-ui-dist/${file}`)
  }
  const script = findRedocScript()
  copy(script, `node_modules/redoc/bundles/${basename(script)}`)
  copy(join(dirname(script), '../LICENSE'), 'node_modules/redoc/LICENSE')
  writePackage(join(dirname(script), '../package.json'), 'node_modules/redoc/package.json', [
    'name',
    'version',
    'license',
  ])
}

function copy(from, to) {
  cpSync(from, join(folder, to), { recursive: true })
}

/** Writes a package.json with some members only, so that no scanner reports dependencies that are not in the folder. */
function writePackage(from, to, names) {
  const description = JSON.parse(readFileSync(from, 'utf8'))
  const members = Object.fromEntries(names.map((name) => [name, description[name]]))
  mkdirSync(dirname(join(folder, to)), { recursive: true })
  writeFileSync(join(folder, to), `${JSON.stringify(members, undefined, 2)}\n`)
}
