// Resolves the path of a changelog. Symbolic links are followed, but never out of the repository and never
// into a git directory. Otherwise, anyone who can add a symbolic link to the repository could have git's own
// files read or replaced.
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { FileSystem } from './file-system.ts'
import { codeOf, unreadableError } from './io-errors.ts'

/** The path of a changelog. Its symbolic links are not resolved. */
export interface ChangelogPath {
  /** The path of the repository. */
  readonly repository: string
  /** The absolute path of the changelog. */
  readonly path: string
  /** The path used in messages, relative to the repository. */
  readonly displayPath: string
}

/**
 * Resolves a changelog path against the repository. The file system is not accessed.
 * @throws AppError `changelog/invalid_path` when the path leads out of the repository or into a git directory
 */
export function resolveChangelogPath(repository: string, changelogPath: string): ChangelogPath {
  const path = resolve(repository, changelogPath)
  if (isAbsolute(changelogPath) || !isInside(repository, path)) {
    throw new AppError(
      CHANGELOG_ERRORS.invalid_path,
      `expected a changelog path inside the repository, got ${JSON.stringify(changelogPath)}`,
    )
  }
  if (namesGitDirectory(relative(repository, path))) {
    throw new AppError(
      CHANGELOG_ERRORS.invalid_path,
      `expected a changelog path outside git directories, got ${JSON.stringify(changelogPath)}`,
    )
  }
  return { repository, path, displayPath: changelogPath }
}

/**
 * Resolves the symbolic links of a changelog path. The file need not exist. The result is valid only now,
 * because symbolic links can change.
 * @param known a path of an earlier call. It is not in a git directory
 * @throws AppError `changelog/unreadable`, also when a symbolic link leads out of the repository or into a
 * git directory
 */
export async function findRealPath(
  fs: FileSystem,
  { repository, path, displayPath }: ChangelogPath,
  known?: string,
): Promise<string> {
  const { root, real } = await resolveLinks(fs, repository, path).catch((error) => {
    throw unreadableError(displayPath, error)
  })
  if (!isInside(root, real)) {
    throw new AppError(
      CHANGELOG_ERRORS.unreadable,
      `${displayPath}: expected a file inside the repository, got a symbolic link to a path outside`,
    )
  }
  if (real === known) return real
  if (namesGitDirectory(relative(root, real)) || (await isInGitDirectory(fs, root, real))) {
    throw new AppError(
      CHANGELOG_ERRORS.unreadable,
      `${displayPath}: expected a file outside git directories, got a file in a git directory`,
    )
  }
  return real
}

async function resolveLinks(fs: FileSystem, repository: string, path: string) {
  const resolveFile = async () =>
    fs.realpath(path).catch(async (error) => {
      if (codeOf(error) !== 'ENOENT' || (await isLink(fs, path))) throw error
      return join(await fs.realpath(dirname(path)), basename(path))
    })
  const [root, real] = await Promise.all([fs.realpath(repository), resolveFile()])
  return { root, real }
}

function isInside(folder: string, path: string): boolean {
  const relativePath = relative(resolve(folder), path)
  return (
    relativePath !== '' &&
    relativePath !== '..' &&
    !relativePath.startsWith(`..${sep}`) &&
    !isAbsolute(relativePath)
  )
}

async function isLink(fs: FileSystem, path: string): Promise<boolean> {
  return fs.lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
}

/**
 * Whether a part of the path means `.git` on some file system. HFS+ ignores case and format characters. NTFS
 * ignores case and trailing dots and spaces, and has the short name `GIT~1`.
 * @see https://github.com/git/git/blob/master/path.c (is_ntfs_dotgit) and utf8.c (is_hfs_dotgit)
 */
function namesGitDirectory(relativePath: string): boolean {
  return relativePath.split(/[\\/]/).some((part) => {
    const name = part.replaceAll(/\p{Cf}/gu, '').toLowerCase()
    return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(name)
  })
}

/**
 * Whether the file is in a git directory at or below `root`. The directory can have any name:
 * `git init --separate-git-dir` and bare repositories use other names than `.git`.
 */
async function isInGitDirectory(fs: FileSystem, root: string, real: string): Promise<boolean> {
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if (await isGitDirectory(fs, folder)) return true
    if (folder === root) return false
  }
}

/**
 * Whether a folder is a git directory, by git's own criteria: it contains `HEAD`, and either `objects` and
 * `refs`, or the `commondir` of a worktree.
 */
async function isGitDirectory(fs: FileSystem, folder: string): Promise<boolean> {
  const has = (name: string) => fs.exists(join(folder, name)).catch(() => false)
  if (!(await has('HEAD'))) return false
  return ((await has('objects')) && (await has('refs'))) || (await has('commondir'))
}
