// Assembles a folder that contains only what a service runs: its bundles, the files of its pages, and its datasets. The
// folder needs no installation. Container images and systemd units run it.
//
//   node scripts/assemble.js questions|changelog <folder>
import { cpSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { copyDocs, copyPackage, SITE_FILES } from './copy-docs.js'

/** What each service needs besides the files of its documentation pages. */
const CONTENTS = {
  questions: [
    'packages/questions/dist/server.bundle.js',
    ...SITE_FILES,
    'examples/quiz',
    'external-resources/questions',
  ],
  changelog: [
    'packages/changelog/dist/server.bundle.js',
    'packages/changelog/dist/cli/main.bundle.js',
    ...SITE_FILES,
  ],
}

/** The modules that a service loads after its start: the module of MCP. */
const LOADED_LATER = {
  questions: [],
  changelog: ['packages/changelog/dist/mcp/serve-message.js'],
}

const [service, target] = process.argv.slice(2)
if (!Object.hasOwn(CONTENTS, service ?? '') || target === undefined) {
  process.stderr.write('expected: assemble questions|changelog <folder>\n')
  process.exit(1)
}
const folder = resolve(target)
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

for (const path of ['LICENSE', ...CONTENTS[service]]) copy(path, path)
copyPackage('package.json', join(folder, 'package.json'), ['name', 'version', 'license', 'private', 'type'])
for (const path of LOADED_LATER[service]) await bundleLater(path)
// The module that finds the files of Swagger UI and Redoc, and these files.
copyPackage('packages/http/package.json', join(folder, 'node_modules/@qb/http/package.json'), [
  'name',
  'license',
  'type',
  'exports',
])
copy('packages/http/dist/docs/files.js', 'node_modules/@qb/http/dist/docs/files.js')
copyDocs(join(folder, 'node_modules'))

/** Bundles a file that a service loads later. It keeps its name, because the bundle of the service loads it by that name. */
async function bundleLater(path) {
  const bundle = await rolldown({ input: path, platform: 'node', logLevel: 'warn' })
  await bundle.write({ file: join(folder, path), format: 'esm', codeSplitting: false })
  await bundle.close()
}

function copy(from, to) {
  // The type check of the quiz is not for a browser.
  const filter = (path) => !basename(path).startsWith('tsconfig')
  cpSync(from, join(folder, to), { recursive: true, filter })
}
