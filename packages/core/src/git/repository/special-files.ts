// Rejects special files where git expects regular files. git does not check the type of the file: it would
// wait for the writer of a FIFO, and read a device without an end. Only the files at the root of the working
// tree and in the git directory are checked. A special file in a subfolder makes git exceed its timeout.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import { type ConfigEntry, FILE_NAMES } from './config-entries.ts'
import { findStats } from './find-stats.ts'
import type { Git } from './git.ts'
import { hasExitCode } from './run-git.ts'

const IN_GIT_DIRECTORY = ['info/exclude', 'info/attributes', 'info/grafts', 'shallow', 'packed-refs']
const IN_WORKING_TREE = ['.gitignore', '.gitattributes']

/**
 * Rejects a repository in which git would read a FIFO, a device or a socket.
 * @param root the absolute path of the working tree
 * @param sharedDirectory the result of {@link findSharedDirectory}
 * @param configured the result of {@link findConfiguredFiles}
 * @throws AppError `git/unreadable_repository`
 */
export function assertRegularFiles(
  root: string,
  sharedDirectory: string,
  configured: readonly string[],
): void {
  const inGit = IN_GIT_DIRECTORY.map((name) => join(sharedDirectory, name))
  for (const path of [...IN_WORKING_TREE, ...inGit, ...configured]) {
    if (path !== '') assertNotSpecialFile(resolve(root, path))
  }
}

/**
 * Returns the folder that the git directories of linked working trees share.
 * @param known where the git directory was when the repository was opened
 * @throws AppError `git/unreadable_repository`
 * @see https://git-scm.com/docs/gitrepository-layout#Documentation/gitrepository-layout.txt-commondir
 */
export async function findSharedDirectory(git: Git, known: string): Promise<string> {
  const isThere = findStats(known)?.isDirectory()
  const directory = isThere ? known : (await git.runForText('rev-parse', '--absolute-git-dir')).trimEnd()
  const file = join(directory, 'commondir')
  assertNotSpecialFile(file)
  const path = await readFile(file, 'utf8').catch(() => undefined)
  return path === undefined ? directory : resolve(directory, path.trimEnd())
}

/** Returns the paths of the files that a config names, relative to the root of the working tree or absolute. */
export async function findConfiguredFiles(
  git: Git,
  config: readonly ConfigEntry[],
): Promise<readonly string[]> {
  const values = config.flatMap(({ name, value }) => (FILE_NAMES.test(name) ? (value ?? []) : []))
  if (!values.some((value) => /^[~%:]/.test(value))) return values
  // Only git knows what `~user`, `%(prefix)` and `:(optional)` stand for.
  const output = await git
    .runForText('config', '--type=path', '-z', '--get-regexp', FILE_NAMES.source)
    .catch(emptyOnExitCode)
  return output.split('\0').map((entry) => entry.slice(entry.indexOf('\n') + 1))
}

// `git config` exits with 1 when no entry matches, and with 128 when a path cannot be expanded.
function emptyOnExitCode(error: unknown): string {
  if (hasExitCode(error)) return ''
  throw error
}

function assertNotSpecialFile(path: string): void {
  const stats = findStats(path)
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return
  throw new AppError(
    GIT_ERRORS.unreadable_repository,
    `expected a file at ${path}, got a FIFO, a device or a socket`,
  )
}
