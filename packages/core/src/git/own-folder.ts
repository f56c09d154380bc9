// Finds the folder of the service in a git directory. It contains journals, and files that git needs for a moment.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the path of the folder. The folder need not exist.
 * @throws Error when something else is there, such as a symbolic link, behind which the files of others would be written
 */
export async function findOwnFolder(gitDirectory: string): Promise<string> {
  const path = join(gitDirectory, 'changelog-service')
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!stats || stats.isDirectory()) return path
  const got = stats.isSymbolicLink() ? 'a symbolic link' : 'something else'
  throw new Error(`expected a folder at ${path}, got ${got}; remove or rename it`)
}
