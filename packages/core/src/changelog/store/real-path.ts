// The real path of a changelog. Links are followed, but never out of the repository and never into a git directory: a
// person who can add a link to a repository must not be able to have git's own files read or replaced.
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { FileSystem } from './file-system.ts'
import { codeOf, unreadable } from './io-errors.ts'

/** A changelog by its name: `path` is absolute, `shown` is for people. */
export interface NamedPath {
  readonly repository: string
  readonly path: string
  readonly shown: string
}

/**
 * The path that the config names; nothing is read.
 * @throws AppError `changelog/invalid_path` when it leads out of the repository, or into a git directory
 */
export function namePath(repository: string, changelogPath: string): NamedPath {
  const path = resolve(repository, changelogPath)
  if (isAbsolute(changelogPath) || !isInside(repository, path)) {
    throw new AppError(
      CHANGELOG_ERRORS.invalid_path,
      `CHANGELOG_PATH: expected a path inside the repository, got ${changelogPath}`,
    )
  }
  if (namesGitDirectory(relative(repository, path))) {
    throw new AppError(
      CHANGELOG_ERRORS.invalid_path,
      `CHANGELOG_PATH: expected a path outside of git directories, got ${changelogPath}`,
    )
  }
  return { repository, path, shown: changelogPath }
}

/**
 * The path without links, now. The file need not exist.
 * @throws AppError `changelog/unreadable`
 */
export async function findRealPath(fs: FileSystem, { repository, path, shown }: NamedPath): Promise<string> {
  const { root, real } = await resolveLinks(fs, repository, path).catch((error) => {
    throw unreadable(shown, error)
  })
  if (!isInside(root, real)) {
    throw new AppError(
      CHANGELOG_ERRORS.unreadable,
      `${shown}: expected a file inside the repository, got a link out of it`,
    )
  }
  if (namesGitDirectory(relative(root, real)) || (await isInGitDirectory(fs, root, real))) {
    throw new AppError(
      CHANGELOG_ERRORS.unreadable,
      `${shown}: expected a file outside of git directories, got one inside`,
    )
  }
  return real
}

async function resolveLinks(fs: FileSystem, repository: string, path: string) {
  const root = await fs.realpath(repository)
  const real = await fs.realpath(path).catch(async (error) => {
    if (codeOf(error) !== 'ENOENT' || (await isLink(fs, path))) throw error
    return join(await fs.realpath(dirname(path)), basename(path))
  })
  return { root, real }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(resolve(folder), path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

async function isLink(fs: FileSystem, path: string): Promise<boolean> {
  return fs.lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
}

/**
 * Whether a part of the path is `.git` for some file system: HFS+ ignores case and format characters, NTFS ignores
 * case and dots or spaces at the end, and has a short name for it.
 * @see https://github.com/git/git/blob/master/path.c (is_ntfs_dotgit) and utf8.c (is_hfs_dotgit)
 */
function namesGitDirectory(way: string): boolean {
  return way.split(/[\\/]/).some((part) => {
    const name = part.replaceAll(/\p{Cf}/gu, '').toLowerCase()
    return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(name)
  })
}

/** Whether a folder around the file, up to the root, is a git directory under any name, as `--separate-git-dir` makes. */
async function isInGitDirectory(fs: FileSystem, root: string, real: string): Promise<boolean> {
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if (await isGitDirectory(fs, folder)) return true
    if (folder === root) return false
  }
}

/** The test that git has: `HEAD`, and either `objects` and `refs` or the `commondir` of a worktree. */
async function isGitDirectory(fs: FileSystem, folder: string): Promise<boolean> {
  const has = (name: string) =>
    fs.lstat(join(folder, name)).then(
      () => true,
      () => false,
    )
  if (!(await has('HEAD'))) return false
  return ((await has('objects')) && (await has('refs'))) || (await has('commondir'))
}
