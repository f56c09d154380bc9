// Finds the working tree of a repository. The config of a repository can move its working tree to any folder
// of the machine. Such a repository is rejected.
import { isUtf8 } from 'node:buffer'
import { lstat, realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import type { Git, RunGitIn } from './git.ts'
import { decodePath } from './path.ts'
import type { FilePaths } from './repository.ts'

/** The location of a working tree. */
export interface WorkingTree {
  /** The absolute path of the root folder. */
  readonly root: string
  /** The absolute path of the git directory. */
  readonly gitDirectory: string
  /** The path from the root to the opened folder, empty or with a trailing `/`. */
  readonly prefix: string
  /** Whether the file system ignores the case of names. */
  readonly ignoresCase: boolean
}

/**
 * Finds the working tree that a folder belongs to.
 * @throws AppError `git/unreadable_repository`
 */
export async function findWorkingTree(runGitIn: RunGitIn, folder: string): Promise<WorkingTree> {
  const readPath = (option: string, from = folder) => runGitIn(from, ['rev-parse', option]).then(decodeFolder)
  const [root, prefix, gitDirectory] = await Promise.all([
    readPath('--show-toplevel'),
    readPath('--show-prefix'),
    readPath('--absolute-git-dir'),
  ])
  const gitDirectoryOfRoot = await readPath('--absolute-git-dir', root).catch(() => undefined)
  if (gitDirectoryOfRoot !== gitDirectory) throw createMovedError(root)
  return { root, gitDirectory, prefix, ignoresCase: await hasCaseInsensitiveNames(root) }
}

/**
 * Rejects a repository whose working tree was moved after it was found.
 * @throws AppError `git/unreadable_repository`
 */
export async function assertNotMoved(git: Git, known: Pick<WorkingTree, 'root'>): Promise<void> {
  const root = decodeFolder(await git.runForBytes(['rev-parse', '--show-toplevel']))
  if (root !== known.root) throw createMovedError(root)
}

function createMovedError(root: string): AppError {
  return new AppError(
    GIT_ERRORS.unreadable_repository,
    `expected a repository whose working tree contains its .git, got the working tree ${root}`,
  )
}

/**
 * Finds the path of a file, relative to the root of the working tree.
 * @param folder the absolute path of the opened folder
 * @param file the path relative to the opened folder
 */
export async function locateFile(
  { root, prefix }: WorkingTree,
  folder: string,
  file: string,
): Promise<FilePaths> {
  const path = posix.join(prefix, file)
  const real = await realpath(join(folder, file)).catch(() => undefined)
  return { path, realPath: real === undefined ? path : relative(root, real).replaceAll(sep, '/') }
}

// `core.ignoreCase` is wrong in a repository that was copied from a different file system, so it is not read.
// `.git` always exists.
async function hasCaseInsensitiveNames(root: string): Promise<boolean> {
  return lstat(join(root, '.GIT')).then(
    () => true,
    () => false,
  )
}

/**
 * Decodes a folder in the output of git. It must be UTF-8, because Node passes the folder to run git in as
 * UTF-8.
 */
function decodeFolder(output: Buffer): string {
  const raw = output.toString('latin1').replace(/\n$/, '')
  const bytes = Buffer.from(raw, 'latin1')
  if (isUtf8(bytes)) return bytes.toString()
  throw new AppError(
    GIT_ERRORS.unreadable_repository,
    `expected a repository at a path that is valid UTF-8, got ${decodePath(raw)}`,
  )
}
