// Lists the packages of others that a bundle contains, with their licences, as their authors require.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

/**
 * Lists the packages, sorted by name.
 * @param modules the paths of the bundled modules
 * @param folders the folders of further packages
 */
export function listBundledPackages(modules, folders) {
  const found = new Set(folders)
  for (const module of modules) {
    const [folder] = PACKAGE_FOLDER.exec(module) ?? []
    if (folder !== undefined && !folder.includes('/node_modules/@qb/')) found.add(folder)
  }
  const packages = [...found].map(readPackage)
  const unique = new Map(packages.map((entry) => [`${entry.name}@${entry.version}`, entry]))
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Reads a package. @throws Error when it has no licence, so that none is forgotten */
function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|notice)\b/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (typeof license !== 'string')
    throw new Error(`${name}: expected a licence, got ${JSON.stringify(license)}`)
  return { name, version, license, texts }
}

/** Formats the names and the licences of packages. */
export function formatLicences(packages) {
  const parts = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version} (${license})`, ...texts].join('\n\n'),
  )
  return `This package contains the following packages.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
