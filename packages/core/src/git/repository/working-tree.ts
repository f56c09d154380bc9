// Finds the working tree of a repository. A repository whose config places the working tree outside of its own folder is
// refused: it could list any folder of the machine.
import { isUtf8 } from 'node:buffer'
import { lstat, realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import { decodePath } from './path.ts'

/** Runs git in a folder. */
export type RunIn = (folder: string, args: readonly string[], input?: string) => Promise<Buffer>

/** Where a repository is. */
export interface WorkingTree {
  /** The absolute path of the top folder. */
  readonly root: string
  /** The path from there to the opened folder, empty or with a trailing `/`. */
  readonly prefix: string
  /** Whether the file system ignores the case of names. */
  readonly ignoresCase: boolean
}

/**
 * Finds the working tree that a folder belongs to.
 * @throws AppError `git/unreadable_repository`
 */
export async function findWorkingTree(runIn: RunIn, folder: string): Promise<WorkingTree> {
  const find = (what: string, from = folder) => runIn(from, ['rev-parse', what]).then(readLocation)
  const [root, prefix, gitFolder] = await Promise.all([
    find('--show-toplevel'),
    find('--show-prefix'),
    find('--absolute-git-dir'),
  ])
  const gitFolderOfRoot = await find('--absolute-git-dir', root).catch(() => undefined)
  if (gitFolderOfRoot !== gitFolder) {
    throw new AppError(
      GIT_ERRORS.unreadable_repository,
      `expected a repository whose working tree holds its .git, got one with its working tree at ${root}`,
    )
  }
  return { root, prefix, ignoresCase: await hasCaseInsensitiveNames(root) }
}

/** The path of a file of the opened folder from the root: as it is named, and after symbolic links are resolved. */
export async function locateFile({ root, prefix }: WorkingTree, folder: string, file: string) {
  const named = posix.join(prefix, file)
  const real = await realpath(join(folder, file)).catch(() => undefined)
  return { named, real: real === undefined ? named : relative(root, real).replaceAll(sep, '/') }
}

// `core.ignoreCase` of a repository that was copied from another system may be wrong, and `.git` always exists.
async function hasCaseInsensitiveNames(root: string): Promise<boolean> {
  return lstat(join(root, '.GIT')).then(
    () => true,
    () => false,
  )
}

/** Reads a folder from git's output. git is run in it, and Node passes folders as UTF-8. */
function readLocation(output: Buffer): string {
  const raw = output.toString('latin1').replace(/\n$/, '')
  const bytes = Buffer.from(raw, 'latin1')
  if (isUtf8(bytes)) return bytes.toString()
  throw new AppError(
    GIT_ERRORS.unreadable_repository,
    `expected a repository at a path in UTF-8, got ${decodePath(raw)}`,
  )
}
