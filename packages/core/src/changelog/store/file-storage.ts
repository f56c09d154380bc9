// A changelog kept as a file.
import type { FileSystem } from './file-system.ts'
import { acquireLock } from './lock.ts'
import { readFile } from './read-file.ts'
import { findRealPath, type NamedPath } from './real-path.ts'
import { replaceFile } from './replace-file.ts'
import type { Storage } from './storage.ts'

/** Opens the storage of a file; nothing is read yet. */
export function openFileStorage(fs: FileSystem, named: NamedPath): Storage {
  const { shown } = named
  return {
    shown,
    read: async () => readFile(fs, await findRealPath(fs, named), shown),
    async begin(patience) {
      const path = await findRealPath(fs, named)
      const lock = await acquireLock(fs, path, shown, patience)
      const content = await readFile(fs, path, shown).catch(async (error: unknown) => {
        await lock.release()
        throw error
      })
      return {
        content,
        publish: (bytes) => replaceFile(fs, lock, { path, shown, bytes, stats: content.stats }),
        end: () => lock.release(),
      }
    },
  }
}
