// Packs the services and the client for npm, or writes what one service needs to run into a folder.
//
//   node scripts/pack.js [<folder>]
//   node scripts/pack.js --assemble questions|changelog <folder>
//
// The package of a service contains the bundles of its program and its library, their types, and the files that they serve. No
// package has dependencies.
//
//   dist/qb-questions-<version>.tgz   dist/qb-changelog-<version>.tgz   dist/qb-client-<version>.tgz
//
// The folder contains the bundle of the program, and the files that it serves. It needs no installation. Container images and
// systemd units run it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { copyDocs, SITE_FILES } from './copy-docs.js'
import { isPacked } from './pack/is-packed.js'
import { formatLicences } from './pack/licences.js'

/** The module of each program, its packages of the workspace, the files that it serves, and what describes them. */
const CONTENTS = {
  questions: {
    program: { 'question-bank': 'packages/cli/dist/question-bank.js' },
    packages: ['@qb/questions', '@qb/curation'],
    files: [...SITE_FILES, 'examples/quiz', 'external-resources/questions'],
    readmes: ['external-resources/README.md'],
  },
  changelog: {
    program: { 'changelog-service': 'packages/cli/dist/changelog-service.js' },
    packages: ['@qb/changelog'],
    files: SITE_FILES,
    readmes: [],
  },
}

/** Modules that find files relative to themselves. Where they are in a package, the files have other places. */
const REPLACED = ['packages/http/dist/root.js', 'packages/http/dist/docs/files.js']

const isOne = process.argv[2] === '--assemble'
const [service, folder] = isOne ? process.argv.slice(3) : [undefined, process.argv[2] ?? 'dist']
if (folder === undefined || (isOne && !Object.hasOwn(CONTENTS, service))) {
  process.stderr.write('expected: assemble questions|changelog <folder>\n')
  process.exit(1)
}
const target = resolve(folder)
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
mkdirSync(target, { recursive: true })
if (isOne) {
  const { version, license, type } = describePackage(service)
  writeJson(join(target, 'package.json'), { name: service, version, license, type })
  await fillProgram(target, service, CONTENTS[service].program)
} else {
  for (const name of Object.keys(CONTENTS)) await pack((content) => fillService(content, name))
  await pack(fillClient)
  process.stdout.write(`written to ${target}; npm install <folder>/<file> installs one\n`)
}

/** Packs a folder that a function fills. `npm pack` prints the name of the file. */
async function pack(fill) {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'))
  try {
    await fill(folder)
    run('npm', ['pack', '--silent', '--pack-destination', target, folder], 'inherit')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes the content of the package of the client into a folder. It is what its `package.json` lists. */
function fillClient(folder) {
  const { version } = readJson('package.json')
  // The bundle contains the dependencies.
  const {
    private: _,
    dependencies: __,
    devDependencies: ___,
    ...description
  } = readJson('packages/client/package.json')
  writeJson(join(folder, 'package.json'), { ...description, version })
  for (const path of ['LICENSE', 'README.md', 'dist']) {
    cpSync(join('packages/client', path), join(folder, path), { recursive: true })
  }
}

/** Writes the content of the package of a service into a folder. */
async function fillService(folder, service) {
  const description = describePackage(service)
  const { program, readmes } = CONTENTS[service]
  writeJson(join(folder, 'package.json'), description)
  await fillProgram(folder, service, { ...program, index: `packages/${service}/dist/index.js` })
  writeSbom(join(folder, 'sbom.cdx.json'), service, description)
  cpSync(`packages/${service}/dist/index.d.ts`, join(folder, 'dist/index.d.ts'))
  cpSync(`packages/${service}/README.md`, join(folder, 'README.md'))
  for (const path of readmes) cpSync(path, join(folder, path))
}

/** Writes the bundles of modules, and the files that they serve, into a folder. */
async function fillProgram(folder, service, entries) {
  const modules = await bundle(entries, join(folder, 'dist'))
  const licences = formatLicences(modules, copyDocs(join(folder, 'pages')))
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences)
  for (const path of ['LICENSE', ...CONTENTS[service].files])
    cpSync(path, join(folder, path), { recursive: true, filter: isPacked })
}

/** Describes a package: as in the workspace, with the version of the project, and with what `publishConfig` replaces. */
function describePackage(service) {
  const { version, engines } = readJson('package.json')
  const { name, description, license, type, publishConfig } = readJson(`packages/${service}/package.json`)
  return { name, version, description, license, type, engines, ...publishConfig }
}

/** Bundles modules, and what several need as a chunk. Returns the ids of the modules that the bundles contain. */
async function bundle(input, dir) {
  const replacement = fileURLToPath(new URL('pack/files.js', import.meta.url))
  const build = await rolldown({
    input,
    platform: 'node',
    treeshake: { moduleSideEffects: 'no-external' },
    plugins: [
      {
        name: 'replace-files',
        async resolveId(source, importer, options) {
          const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
          return REPLACED.some((path) => resolved?.id.endsWith(path)) ? replacement : undefined
        },
      },
    ],
    logLevel: 'warn',
  })
  const chunkFileNames = 'chunk-[hash].js'
  const { output } = await build.write({ dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames })
  await build.close()
  return output.flatMap(({ moduleIds = [] }) => moduleIds)
}

/** Writes what pnpm lists as the dependencies of a service, for scanners: a package with bundles has no dependencies. */
function writeSbom(path, service, { version }) {
  const options = ['--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--out', path]
  const filters = CONTENTS[service].packages.flatMap((name) => ['--filter', name])
  run('npx', ['-y', 'pnpm@12', ...filters, 'sbom', ...options], 'ignore')
  const { components, ...sbom } = readJson(path)
  Object.assign(sbom.metadata.component, { group: '@qb', name: service, version })
  // Our own packages are part of the service.
  writeJson(path, { ...sbom, components: components.filter(({ group }) => group !== '@qb') })
}

function run(command, args, output) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', output, 'inherit'] })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`)
}
