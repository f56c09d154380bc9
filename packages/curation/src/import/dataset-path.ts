// Finds the path of the dataset that an import writes, and checks that the service would serve it. It reads folders,
// and changes nothing.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { type CategoryName, ImportError, readCategoryName } from '@qb/core/questions'
import { showPath } from '../cli/text.ts'

/** Where to write a dataset. */
export interface DatasetPath extends CategoryName {
  /** Absolute. */
  readonly path: string
  readonly exists: boolean
  /** The name of another file of the folder with the same category, so that the service would serve neither. */
  readonly rival?: string
}

/**
 * Finds the path of the dataset for an imported file.
 * @param to a path or a folder; a name without a slash is in `questionsDir`
 * @throws ImportError when the name is not that of a dataset, or its folder does not exist
 */
export function findDatasetPath(file: string, to: string | undefined, questionsDir: string): DatasetPath {
  const path = resolvePath(file, to, questionsDir)
  const name = readCategoryName(basename(path))
  if (!name) throw new ImportError(describeName(basename(path), to))
  const folder = dirname(path)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const remedy = folder === questionsDir ? 'create it, or change QUESTIONS_DIR' : 'create it'
    throw new ImportError(`expected a folder at ${showPath(folder)}, got none; ${remedy}`)
  }
  const rival = readdirSync(folder).find(
    (other) => other !== basename(path) && readCategoryName(other)?.category === name.category,
  )
  return { path, ...name, exists: existsSync(path), ...(rival !== undefined && { rival }) }
}

function resolvePath(file: string, to: string | undefined, questionsDir: string): string {
  const name = `${basename(file, extname(file))}.csv`
  if (to === undefined) return join(questionsDir, name)
  const isName = basename(to) === to && to !== '.' && to !== '..'
  const path = isName ? join(questionsDir, to) : resolve(to)
  const isFolder = /[/\\]$/.test(to) || statSync(path, { throwIfNoEntry: false })?.isDirectory()
  return isFolder ? join(path, name) : path
}

function describeName(name: string, to: string | undefined): string {
  const got = `expected the name of a dataset such as trivia.csv, got ${JSON.stringify(name)}`
  return to === undefined
    ? `${got}, from the name of the file; name the dataset with --to <name>.csv`
    : `--to: ${got}; the path of a folder that exists can contain a slash, such as ./${name}`
}
