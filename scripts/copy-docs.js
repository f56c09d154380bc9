// Copies the files of Swagger UI and Redoc that the documentation pages load. The packages have many more.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findRedocScript, findSwaggerUiFolder } from '../packages/http/dist/docs/files.js'
import { SWAGGER_UI_FILES } from '../packages/http/dist/docs/swagger-ui.js'

/** Copies the files into a folder for each package. @returns the folders of the packages */
export function copyDocs(folder) {
  const files = findSwaggerUiFolder()
  const swaggerUi = join(files, '..')
  const target = join(folder, '@fastify/swagger-ui')
  for (const name of SWAGGER_UI_FILES) {
    cpSync(join(files, name), join(target, 'static', name))
  }
  cpSync(join(swaggerUi, 'LICENSE'), join(target, 'LICENSE'))
  copyPackage(join(swaggerUi, 'package.json'), join(target, 'package.json'), ['name', 'version', 'license'])
  const script = findRedocScript()
  const redoc = join(dirname(script), '..')
  cpSync(script, join(folder, 'redoc/bundles', basename(script)))
  cpSync(join(redoc, 'LICENSE'), join(folder, 'redoc/LICENSE'))
  copyPackage(join(redoc, 'package.json'), join(folder, 'redoc/package.json'), ['name', 'version', 'license'])
  return [swaggerUi, redoc]
}

/** Copies a package.json with some members only, so that no scanner reports dependencies that are not in the folder. */
export function copyPackage(from, to, names) {
  const description = JSON.parse(readFileSync(from, 'utf8'))
  const members = Object.fromEntries(names.map((name) => [name, description[name]]))
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, `${JSON.stringify(members, undefined, 2)}\n`)
}
