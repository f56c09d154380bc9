// Finds the git directory of a repository without running git.
import { dirname, join, resolve } from 'node:path'
import { type FileSystem, readRange } from '../file-system.ts'
import { codeOf } from '../io-errors.ts'

/**
 * Finds the git directory of the work tree that contains a folder. In a linked work tree or a submodule, `.git` is a file
 * that names it.
 * @returns undefined when there is none
 * @see https://git-scm.com/docs/gitrepository-layout
 */
export async function findGitDirectory(fs: FileSystem, folder: string): Promise<string | undefined> {
  for (let parent = resolve(folder); ; parent = dirname(parent)) {
    const path = join(parent, '.git')
    const stats = await fs.lstat(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
    if (stats?.isDirectory()) return path
    if (stats?.isFile()) return await readGitFile(fs, path)
    if (parent === dirname(parent)) return undefined
  }
}

/** Maximum size of a file that names a git directory: its prefix and the longest path of Linux. */
const MAX_GIT_FILE_BYTES = 8192

async function readGitFile(fs: FileSystem, path: string): Promise<string | undefined> {
  const handle = await fs.open(path, 'r')
  try {
    const bytes = await readRange(handle, 0, MAX_GIT_FILE_BYTES)
    const target = /^gitdir: (.+?)\r?\n?$/.exec(bytes.toString('utf8'))?.[1]
    return target === undefined ? undefined : resolve(dirname(path), target)
  } finally {
    await handle.close()
  }
}
