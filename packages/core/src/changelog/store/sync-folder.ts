// Syncs a folder, so that a file that was created or renamed in it is there after a crash.
import type { FileSystem } from './file-system.ts'

/** Syncs a folder. */
export async function syncFolder(fs: FileSystem, folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
