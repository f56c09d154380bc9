// Implements the storage of a changelog with a file.
import type { FileSystem } from './file-system.ts'
import { acquireLock } from './lock.ts'
import { type FileContent, isSettled, readFile } from './read-file.ts'
import { type ChangelogPath, findRealPath } from './real-path.ts'
import { type StagedFile, stageFile } from './replace-file.ts'
import type { Storage } from './storage.ts'

/** Creates the storage of a file. Nothing is read yet. */
export function openFileStorage(fs: FileSystem, changelogPath: ChangelogPath): Storage {
  const { displayPath } = changelogPath
  let known: { readonly path: string; readonly content: FileContent } | undefined
  return {
    displayPath,
    async read() {
      const path = await findRealPath(fs, changelogPath, known?.path)
      if (known?.path === path) {
        const stats = await fs.lstat(path, { bigint: true }).catch(() => undefined)
        if (stats && isSettled(known.content, stats)) return known
      }
      known = { path, content: await readFile(fs, path, displayPath) }
      return known
    },
    async begin(pollBudget) {
      const path = await findRealPath(fs, changelogPath)
      const lock = await acquireLock(fs, path, displayPath, pollBudget)
      const content = await readFile(fs, path, displayPath).catch(async (error: unknown) => {
        await lock.release()
        throw error
      })
      let latest: StagedFile | undefined
      let isPublished = false
      return {
        path,
        content,
        stage(parts) {
          // The owner file can be the changelog by then.
          if (isPublished) throw new Error('expected to stage before the content is published')
          const after = latest?.settled
          const staged = stageFile(fs, lock, { path, displayPath, parts, stats: content.stats, after })
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
        },
      }
    },
  }
}
