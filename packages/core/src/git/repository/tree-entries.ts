// Computes the tree entries that git would store for files of the working tree, without the filters in the
// git config of the repository.
import { createHash } from 'node:crypto'
import { lstat, readlink } from 'node:fs/promises'
import { disableFilters } from './filters.ts'
import type { Git } from './git.ts'
import { encodePath, quotePath } from './path.ts'
import { hasExitCode } from './run-git.ts'

/** Maximum number of files that are passed to one call of git. */
const FILES_PER_CALL = 100

const SYMBOLIC_LINK_MODE = '120000'

/**
 * Computes the mode and the hash of each path, separated by a space. The value is undefined for a path that
 * is neither a file nor a symbolic link, or that cannot be read.
 * @param root the absolute path of the working tree
 * @throws AppError `git/unreadable_repository`
 */
export async function readTreeEntries(
  git: Git,
  root: string,
  paths: readonly string[],
): Promise<(string | undefined)[]> {
  const algorithm = (await git.runForText('rev-parse', '--show-object-format')).trim()
  const modes = await Promise.all(paths.map((path) => readMode(toAbsolute(root, path))))
  const hashes = await hashFiles(
    git,
    paths.filter((_, index) => modes[index]?.startsWith('100')),
  )
  return Promise.all(
    paths.map(async (path, index) => {
      const mode = modes[index]
      const hash =
        mode === SYMBOLIC_LINK_MODE
          ? await hashSymbolicLink(toAbsolute(root, path), algorithm)
          : hashes.get(path)
      return mode && hash ? `${mode} ${hash}` : undefined
    }),
  )
}

async function hashFiles(git: Git, paths: readonly string[]): Promise<Map<string, string>> {
  const options = await disableFilters(git)
  const hashes = new Map<string, string>()
  for (let start = 0; start < paths.length; start += FILES_PER_CALL) {
    const batch = paths.slice(start, start + FILES_PER_CALL)
    const input = batch.map((path) => `${quotePath(path)}\n`).join('')
    const output = await git
      .runForBytes([...options, 'hash-object', '--stdin-paths'], input)
      .catch((error) => {
        // git exits at the first file that it cannot read, such as a file that was deleted concurrently.
        if (hasExitCode(error)) return ''
        throw error
      })
    const lines = String(output).split('\n')
    for (const [index, path] of batch.entries()) hashes.set(path, lines[index] ?? '')
  }
  return hashes
}

function toAbsolute(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), encodePath(path)])
}

async function readMode(path: Buffer): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined)
  if (stats?.isSymbolicLink()) return SYMBOLIC_LINK_MODE
  if (!stats?.isFile()) return undefined
  return stats.mode & 0o100 ? '100755' : '100644'
}

/** Hashes the blob that git stores for a symbolic link. The content of the blob is the target of the link. */
async function hashSymbolicLink(path: Buffer, algorithm: string): Promise<string> {
  const target = await readlink(path, { encoding: 'buffer' })
  return createHash(algorithm).update(`blob ${target.length}\0`).update(target).digest('hex')
}
