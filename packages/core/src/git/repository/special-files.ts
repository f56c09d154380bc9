// git reads some files to their end without checking their type: it blocks on a pipe without a writer, and a device may
// have no end. The usual places are checked before git runs; in subfolders only the timeout helps.
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import type { Git } from './git.ts'
import { hasExited } from './run-git.ts'

const IN_WORKING_TREE = ['.gitignore', '.gitattributes']
const IN_GIT_FOLDER = ['info/exclude', 'info/attributes', 'info/grafts', 'shallow', 'packed-refs']
const IN_GIT_CONFIG = '^core\\.(attributes|excludes)file$'

/**
 * Refuses a repository in which git would read a pipe, a device or a socket.
 * @param root the absolute path of the working tree
 * @throws AppError `git/unreadable_repository`
 */
export async function refuseSpecialFiles(git: Git, root: string): Promise<void> {
  const gitPaths = IN_GIT_FOLDER.flatMap((name) => ['--git-path', name])
  const [lines, config] = await Promise.all([
    git.text('rev-parse', ...gitPaths),
    git.text('config', '--type=path', '-z', '--get-regexp', IN_GIT_CONFIG).catch(emptyIfExited),
  ])
  const configured = config.split('\0').map((entry) => entry.slice(entry.indexOf('\n') + 1))
  const paths = [...IN_WORKING_TREE, ...lines.trimEnd().split('\n'), ...configured]
  await Promise.all(paths.filter((path) => path !== '').map((path) => refuseSpecialFile(resolve(root, path))))
}

// `git config` exits with 1 when no entry matches, and with 128 when a path cannot be expanded.
function emptyIfExited(error: unknown): string {
  if (hasExited(error)) return ''
  throw error
}

async function refuseSpecialFile(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return
  throw new AppError(
    GIT_ERRORS.unreadable_repository,
    `expected a file at ${path}, got a pipe, a device or a socket`,
  )
}
