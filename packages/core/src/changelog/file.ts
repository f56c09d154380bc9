// The changelog on the disk; with file-*.ts the one place of this slice that touches it. One writer at a time in a
// process and between processes. What is written is decided by a pure function.
import { hash } from 'node:crypto'
import * as nodeFileSystem from 'node:fs/promises'
import { withLock } from './file-lock.ts'
import { findRealPath, namePath } from './file-path.ts'
import { type FileSystem, readText } from './file-read.ts'
import { replaceFile } from './file-replace.ts'

/** Where the changelog is. */
export interface ChangelogFileOptions {
  readonly repositoryPath: string
  /** Relative to the repository, inside it, and outside of git directories. */
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
 * @throws CoreError `invalid_settings` when the path leads out of the repository, or into a git directory
 */
export function openChangelogFile(options: ChangelogFileOptions): ChangelogFile {
  const { repositoryPath, changelogPath, fileSystem = nodeFileSystem } = options
  const named = namePath(repositoryPath, changelogPath)
  const locate = () => findRealPath(fileSystem, named)
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
