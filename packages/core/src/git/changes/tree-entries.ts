// Computes what `git add` would store for files that git does not track.
import { createHash } from 'node:crypto'
import { lstat, readlink } from 'node:fs/promises'
import { findExitError, hasExitCode } from '../errors.ts'
import { encodePath, quotePath } from '../path.ts'
import type { Git } from '../repository.ts'

/**
 * Computes the mode and the hash of each path, separated by a space. A path is missing in the result when it is neither a file nor
 * a symbolic link, or cannot be read.
 * @throws AppError `git/unreadable_repository`
 */
export async function readTreeEntries(
  git: Git,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const entries = new Map<string, string>()
  if (paths.length === 0) return entries
  const algorithm = (await git.readText('rev-parse', '--show-object-format')).trim()
  const files = new Map<string, string>()
  for (const path of paths) {
    const file = Buffer.concat([Buffer.from(`${git.root}/`), encodePath(path)])
    const stats = await lstat(file).catch(() => undefined)
    if (stats?.isFile()) files.set(path, stats.mode & 0o100 ? '100755' : '100644')
    // The content of the blob is the target of the link.
    const target = stats?.isSymbolicLink() && (await readlink(file, { encoding: 'buffer' }))
    if (target) entries.set(path, `120000 ${hashBlob(algorithm, target)}`)
  }
  const hashes = await hashFiles(git, [...files.keys()])
  for (const [index, [path, mode]] of [...files].entries())
    if (hashes[index]) entries.set(path, `${mode} ${hashes[index]}`)
  return entries
}

async function hashFiles(git: Git, paths: readonly string[]): Promise<readonly string[]> {
  const input = paths.map((path) => `${quotePath(path)}\n`).join('')
  const output = await git.read(['hash-object', '--stdin-paths'], input).catch((error: unknown) => {
    // git prints the hashes up to a file that it cannot read, such as one that was deleted in the meantime.
    if (hasExitCode(error)) return findExitError(error)?.stdout
    throw error
  })
  return String(output).split('\n')
}

function hashBlob(algorithm: string, content: Buffer): string {
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex')
}
