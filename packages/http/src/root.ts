// The root folder: the folder of the files that come with the code, such as the datasets and the quiz. A packed package
// has another version of this module, scripts/pack/files.js.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The path of the root folder, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The programs of the services with their commands, such as `import` and `make-key`, as a person runs them. */
export const QUESTIONS_PROGRAM: string = 'npx -y pnpm@12 run questions'
export const CHANGELOG_PROGRAM: string = 'npx -y pnpm@12 run changelog'

/** Returns the version of the project. */
export function readVersion(): string {
  return JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')).version
}
