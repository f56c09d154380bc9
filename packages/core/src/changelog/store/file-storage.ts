// Implements the storage of a changelog with a file.
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileSystem } from './file-system.ts'
import { acquireLock } from './lock.ts'
import { type FileContent, isSettled, readFile, readOpenFile } from './read-file.ts'
import { type ChangelogPath, findRealPath } from './real-path.ts'
import { type StagedFile, stageFile } from './replace-file.ts'
import type { Storage } from './storage.ts'

/** The minimum time between two searches for what killed processes left in the folder, in milliseconds. */
const SEARCH_INTERVAL_MS = 1000

/** Creates the storage of a file. Nothing is read yet. */
export function openFileStorage(fs: FileSystem, changelogPath: ChangelogPath): Storage {
  const { displayPath } = changelogPath
  /** Resolves when all files that were replaced are freed. Until then, a full disk could have no space for a new one. */
  let freed: Promise<void> | undefined
  /** When the folder was last searched for what killed processes left there. */
  let searchedAt = Number.NEGATIVE_INFINITY
  let known: { readonly path: string; readonly content: FileContent } | undefined
  /** Returns the known content if a path has its metadata. */
  const findUnchangedAt = (path: string) => {
    if (!known) return undefined
    try {
      const stats = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false })
      return stats && isSettled(known.content, stats) ? known.content : undefined
    } catch {
      return undefined
    }
  }
  return {
    displayPath,
    async read() {
      const path = await findRealPath(fs, changelogPath, known?.path)
      if (known?.path === path && findUnchangedAt(path)) return known
      known = { path, content: await readFile(fs, path, displayPath) }
      return known
    },
    findUnchanged() {
      // Another folder can be moved out of the repository, and be replaced by a symbolic link, while the file stays the same.
      const isInRoot = dirname(changelogPath.path) === changelogPath.repository
      return isInRoot ? findUnchangedAt(changelogPath.path) : undefined
    },
    async begin(pollBudget) {
      const path = await findRealPath(fs, changelogPath)
      const lock = await acquireLock(fs, path, displayPath, pollBudget)
      const { content, file } = await readOpenFile(fs, path, displayPath).catch(async (error: unknown) => {
        await lock.release()
        throw error
      })
      const isLocal = file !== undefined && (await canReplaceOpenFile(fs, path))
      if (!isLocal) await file?.close().catch(() => undefined)
      let latest: StagedFile | undefined
      let isPublished = false
      return {
        path,
        content,
        stage(parts) {
          // The owner file can be the changelog by then.
          if (isPublished) throw new Error('expected to stage before the content is published')
          const { stats } = content
          const now = performance.now()
          const removesLeftovers = now >= searchedAt + SEARCH_INTERVAL_MS
          if (removesLeftovers) searchedAt = now
          const staged = stageFile(fs, lock, {
            path,
            displayPath,
            parts,
            stats,
            before: latest,
            removesLeftovers,
            freed,
          })
          latest = staged
          return {
            async publish() {
              if (isPublished || staged !== latest)
                throw new Error('expected to publish the staged content once')
              isPublished = true
              return staged.publish()
            },
          }
        },
        async end() {
          // The owner file is closed only when nothing is written to it, because its descriptor can then be another file.
          await latest?.settled
          await lock.release()
          if (!isLocal) return
          // The system frees the blocks of a file that was replaced when it is closed. That begins after the response.
          const earlier = freed
          freed = nextTurn()
            .then(() => nextTurn())
            .then(() => file.close(isPublished))
            .then(
              () => earlier,
              () => earlier,
            )
        },
      }
    },
  }
}

/**
 * The types of ext2 to ext4, XFS, Btrfs and tmpfs. Other file systems can give an open file another name before they replace it,
 * so that it is missing for a moment, and after a crash.
 * @see https://man7.org/linux/man-pages/man2/statfs.2.html
 */
const LOCAL_FILE_SYSTEMS = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994])

/** Whether a file can be replaced in one step while it is open. */
function canReplaceOpenFile(fs: FileSystem, path: string): Promise<boolean> {
  return fs.statfs(dirname(path)).then(
    ({ type }) => LOCAL_FILE_SYSTEMS.has(type),
    () => false,
  )
}
