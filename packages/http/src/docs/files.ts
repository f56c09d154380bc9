// Finds the files of Swagger UI and Redoc in the installed packages. A bundle of a service leaves this module out,
// because Node resolves the packages from where this module is.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)

/** Returns the path of the folder of the files that the page of Swagger UI loads. */
export function findSwaggerUiFolder(): string {
  return join(dirname(resolve('@fastify/swagger-ui/package.json')), 'static')
}

/** Returns the path of the script of Redoc. */
export function findRedocScript(): string {
  return resolve('redoc/bundles/redoc.standalone.js')
}
