// Lists the licences of the packages of others that a bundle contains, as their authors require.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

/** Formats the names and the licences of the packages of bundled modules, and of folders, sorted by name. */
export function formatLicences(modules, folders) {
  const found = new Set(folders)
  for (const module of modules) {
    const [folder] = PACKAGE_FOLDER.exec(module) ?? []
    if (folder !== undefined && !folder.includes('/node_modules/@qb/')) found.add(folder)
  }
  const parts = new Set([...found].map(formatPackage).sort())
  return `This package contains the following packages.\n\n${[...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** Formats the name and the licence of a package. @throws Error when it has no licence, so that none is forgotten */
function formatPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string')
    throw new Error(`${name}: expected a licence, got ${JSON.stringify(license)}`)
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)\b/i.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version} (${license})`, ...texts].join('\n\n')
}
