// Copies the files of Swagger UI and Redoc that the documentation pages load. The packages have many more.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRedocScript, findSwaggerUiFolder } from '../packages/http/dist/docs/files.js'
import { SWAGGER_UI_FILES } from '../packages/http/dist/docs/swagger-ui.js'

/** The files that the pages of both services share, where they are in the project. */
export const SITE_FILES = [
  'packages/http/pages',
  ...['site.css', 'figtree.woff2', 'figtree-ext.woff2', 'figtree-licence.txt'].map(
    (name) => `examples/quiz/${name}`,
  ),
]

/** Copies the files into a folder for each package. @returns the folders of the packages */
export function copyDocs(folder) {
  const swaggerUi = join(findSwaggerUiFolder(), '..')
  const redoc = join(findRedocScript(), '../..')
  const swaggerUiFiles = SWAGGER_UI_FILES.map((name) => `static/${name}`)
  copyFiles(swaggerUi, join(folder, '@fastify/swagger-ui'), swaggerUiFiles)
  copyFiles(redoc, join(folder, 'redoc'), ['bundles/redoc.standalone.js'])
  return [swaggerUi, redoc]
}

function copyFiles(from, to, names) {
  for (const path of ['LICENSE', ...names]) cpSync(join(from, path), join(to, path))
  // With these members only, no scanner reports dependencies that are not in the folder.
  const { name, version, license } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ name, version, license }, undefined, 2)}\n`)
}
