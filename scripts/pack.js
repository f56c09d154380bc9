// Packs the services and the client as packages that npm can install: `npx -y pnpm@12 run pack [<folder>]`. The package of a
// service contains the bundles of its program and its library, their types, and the files that they serve. No package has
// dependencies.
//
//   dist/qb-questions-<version>.tgz   dist/qb-changelog-<version>.tgz   dist/qb-client-<version>.tgz
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { copyDocs, SITE_FILES } from './copy-docs.js'
import { formatLicences } from './pack/licences.js'

/**
 * The modules of each package that become files of its folder `dist`, the packages of the workspace that they are from, and
 * the files that it serves.
 */
const CONTENTS = {
  questions: {
    entries: {
      'question-bank': 'packages/cli/dist/question-bank.js',
      index: 'packages/questions/dist/index.js',
    },
    packages: ['@qb/questions', '@qb/curation'],
    files: [...SITE_FILES, 'examples/quiz', 'external-resources/questions', 'external-resources/README.md'],
  },
  changelog: {
    entries: {
      'changelog-service': 'packages/cli/dist/changelog-service.js',
      index: 'packages/changelog/dist/index.js',
    },
    packages: ['@qb/changelog'],
    files: SITE_FILES,
  },
}

/** Modules that find files relative to themselves. Where they are in a package, the files have other places. */
const REPLACED = ['packages/http/dist/root.js', 'packages/http/dist/docs/files.js']

const target = resolve(process.argv[2] ?? 'dist')
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
mkdirSync(target, { recursive: true })
for (const service of Object.keys(CONTENTS)) await pack((folder) => fillService(folder, service))
await pack(fillClient)

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
  const { entries, files } = CONTENTS[service]
  const description = describePackage(service)
  writeJson(join(folder, 'package.json'), description)
  const modules = await bundle(entries, join(folder, 'dist'))
  const licences = formatLicences(modules, copyDocs(join(folder, 'pages')))
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences)
  writeSbom(join(folder, 'sbom.cdx.json'), service, description)
  cpSync(`packages/${service}/dist/index.d.ts`, join(folder, 'dist/index.d.ts'))
  cpSync(`packages/${service}/README.md`, join(folder, 'README.md'))
  // The type check of the quiz is not for a browser, and a dataset that somebody has added is not part of the project.
  const filter = (path) => !/^tsconfig|^(?!Refined_.+_Questions).*\.csv$/.test(basename(path))
  for (const path of ['LICENSE', ...files]) cpSync(path, join(folder, path), { recursive: true, filter })
}

/** Describes a package: as in the workspace, with the version of the project, and with what `publishConfig` replaces. */
function describePackage(service) {
  const { version, engines } = readJson('package.json')
  const { name, description, license, type, publishConfig } = readJson(`packages/${service}/package.json`)
  return { name, version, description, license, type, engines, ...publishConfig }
}

/**
 * Bundles modules. What several of them need is in a chunk of its own.
 * @returns the ids of the modules that the bundles contain
 */
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
