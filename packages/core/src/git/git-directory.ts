// Finds the git directory of a folder without running git, and the folder of the service in it, which contains journals.
import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ignoreMissing, readRegularFile } from '../regular-file.ts'

/** Maximum size of a file `.git` that names a directory, in bytes, as in git. */
const MAX_LINK_BYTES = 1024 * 1024

/**
 * Finds the git directory of the work tree that contains a folder, without running git. In a linked work tree or a submodule,
 * `.git` is a file that names it.
 * @see https://git-scm.com/docs/gitrepository-layout
 */
export async function findGitDirectory(folder: string): Promise<string | undefined> {
  for (let parent = resolve(folder); ; parent = dirname(parent)) {
    const path = join(parent, '.git')
    const stats = await lstat(path).catch(ignoreMissing)
    if (stats?.isDirectory()) return path
    if (stats?.isFile()) {
      const { bytes } = await readRegularFile(path, MAX_LINK_BYTES)
      const target = /^gitdir: (.+?)\r?\n?$/.exec(bytes.toString())?.[1]
      const directory = resolve(parent, target ?? '')
      // The journal is not created in a folder of something else.
      return target !== undefined && existsSync(join(directory, 'HEAD')) ? directory : undefined
    }
    // Otherwise the journal of a repository with a symbolic link as `.git` would be in the repository around it.
    if (stats) return undefined
    if (parent === dirname(parent)) return undefined
  }
}

/** Returns the path of the folder of the service, which need not exist. @throws Error when something else is there */
export async function findOwnFolder(gitDirectory: string): Promise<string> {
  const path = join(gitDirectory, 'changelog-service')
  const stats = await lstat(path).catch(ignoreMissing)
  if (!stats || stats.isDirectory()) return path
  const got = stats.isSymbolicLink() ? 'a symbolic link' : 'something else'
  throw new Error(`expected a folder at ${path}, got ${got}; remove or rename it`)
}
