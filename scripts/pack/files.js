// Finds the files of a packed package. It replaces packages/http/src/root.ts and packages/http/src/docs/files.ts there: the
// bundles are in the folder `dist`, and the scripts of the documentation pages in the folder `pages`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../', import.meta.url))

export const QUESTIONS_PROGRAM = 'npx question-bank'
export const CHANGELOG_PROGRAM = 'npx changelog-service'

export function readVersion() {
  return JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')).version
}

export function findSwaggerUiFolder() {
  return `${ROOT}pages/@fastify/swagger-ui/static`
}

export function findRedocScript() {
  return `${ROOT}pages/redoc/bundles/redoc.standalone.js`
}
