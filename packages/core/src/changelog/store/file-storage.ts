// Implements the storage of a changelog with a file.
import type { FileSystem } from './file-system.ts'
import { acquireLock } from './lock.ts'
import { type FileContent, isSettled, readFile } from './read-file.ts'
import { type ChangelogPath, findRealPath } from './real-path.ts'
import { replaceFile } from './replace-file.ts'
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
      return {
        path,
        content,
        publish: (parts) => replaceFile(fs, lock, { path, displayPath, parts, stats: content.stats }),
        end: () => lock.release(),
      }
    },
  }
}
