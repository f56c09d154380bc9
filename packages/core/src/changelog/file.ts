// The changelog on the disk; with file-*.ts the one place of this slice that touches it. One writer at a time in a
// process and between processes. What is written is decided by a pure function.
import { hash } from 'node:crypto'
import * as nodeFileSystem from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { CoreError } from '../errors.ts'
import { codeOf, unreadable } from './file-failures.ts'
import { withLock } from './file-lock.ts'
import { type FileSystem, readText } from './file-read.ts'
import { replaceFile } from './file-replace.ts'

/** Where the changelog is. */
export interface ChangelogFileOptions {
  readonly repositoryPath: string
  /** Relative to the repository, and inside it. */
  readonly changelogPath: string
  readonly fileSystem?: FileSystem
}

/** A changelog on the disk. A file that is not there reads as an empty text. */
export interface ChangelogFile {
  /** @throws CoreError `unreadable_changelog` */
  read(): Promise<ChangelogContent>
  /**
   * Reads, changes and writes while nobody else does. The file is written when the text changed, and then it is on
   * the disk for good when this resolves.
   * @throws CoreError `unreadable_changelog`, `unwritable_changelog`, `changelog_locked`, or what `change` throws
   */
  edit<T>(change: (text: string) => { readonly text: string; readonly result: T }): Promise<T>
}

/** A text, and the first 32 hex digits of the SHA-256 of its bytes. */
export interface ChangelogContent {
  readonly text: string
  readonly hash: string
}

/**
 * Names a changelog; touches nothing yet.
 * @throws CoreError `invalid_settings` when the path leads out of the repository
 */
export function openChangelogFile(options: ChangelogFileOptions): ChangelogFile {
  const { repositoryPath, changelogPath, fileSystem = nodeFileSystem } = options
  const path = resolve(repositoryPath, changelogPath)
  if (isAbsolute(changelogPath) || !isInside(repositoryPath, path)) {
    throw new CoreError(
      'invalid_settings',
      `CHANGELOG_PATH: expected a path inside the repository, got ${changelogPath}`,
    )
  }
  const locate = () => findRealPath(fileSystem, repositoryPath, path, changelogPath)
  let queue: Promise<unknown> = Promise.resolve()
  return {
    async read() {
      const { text, bytes } = await readText(fileSystem, await locate(), changelogPath)
      return { text, hash: hash('sha256', bytes).slice(0, 32) }
    },
    edit(change) {
      const turn = queue.then(async () => {
        const realPath = await locate()
        return withLock(realPath, changelogPath, async (assertLocked) => {
          const { text: before, stats } = await readText(fileSystem, realPath, changelogPath)
          const { text, result } = change(before)
          const replacement = { path: realPath, shown: changelogPath, text, stats, assertLocked }
          if (text !== before) await replaceFile(fileSystem, replacement)
          return result
        })
      })
      queue = turn.catch(() => undefined)
      return turn
    },
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(resolve(folder), path)
  return way !== '' && way !== '..' && !way.startsWith(`..${'/'}`) && !isAbsolute(way)
}

/** Where the file really is: links are followed, but never out of the repository. */
async function findRealPath(
  fs: FileSystem,
  repository: string,
  path: string,
  shown: string,
): Promise<string> {
  try {
    const root = await fs.realpath(repository)
    const real = await fs.realpath(path).catch(async (error) => {
      if (codeOf(error) !== 'ENOENT' || (await isLink(fs, path))) throw error
      return join(await fs.realpath(dirname(path)), basename(path))
    })
    if (isInside(root, real)) return real
  } catch (error) {
    throw unreadable(shown, error)
  }
  throw new CoreError(
    'unreadable_changelog',
    `${shown}: expected a file inside the repository, got a link out of it`,
  )
}

async function isLink(fs: FileSystem, path: string): Promise<boolean> {
  return fs.lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
}
