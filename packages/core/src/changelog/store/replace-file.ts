// Replaces a changelog atomically: after a crash at any point, the file has the old content or the new
// content. To stage the new content, it is written to the owner file of the lock and synced. To publish it,
// the owner file is renamed onto the changelog, and the folder is synced.
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { type FileSystem, writeAll } from './file-system.ts'
import { type Lock, OWNER_NAME } from './held-lock.ts'
import { unwritableError } from './io-errors.ts'
import type { Stats } from './read-file.ts'
import type { StagedContent } from './storage.ts'
import { isTemporaryName } from './store-files.ts'
import { syncFolder } from './sync-folder.ts'

/** The file to replace, and its new content. */
export interface Replacement {
  /** An absolute path without symbolic links. */
  readonly path: string
  /** The path used in messages. */
  readonly displayPath: string
  /** The bytes of the new content, in order. */
  readonly parts: readonly Buffer[]
  /**
   * The metadata of the file when it was read. Its mode and owner are kept. Undefined when there was no file.
   */
  readonly stats: Stats | undefined
  /** What was staged before. Undefined for the first content. */
  readonly before: StagedFile | undefined
  /** Whether to remove what killed processes left next to the file. */
  readonly removesLeftovers: boolean
  /** Resolves when there is space for the new content. */
  readonly freed: Promise<void> | undefined
}

/** A file that is staged. */
export interface StagedFile extends StagedContent {
  /** Resolves when the owner file is not written any more, also after an error. */
  readonly settled: Promise<void>
}

/** Begins to write the new content into the owner file of the lock. The errors are those of `publish`. */
export function stageFile(
  fs: FileSystem,
  lock: Lock,
  { path, displayPath, parts, stats, before, removesLeftovers, freed }: Replacement,
): StagedFile {
  const stage = async () => {
    await freed
    if (before) {
      await before.settled
      await lock.handle.truncate(0)
    }
    assertWritable(displayPath, stats)
    if (removesLeftovers) await removeLeftovers(fs, path)
    await writeOwnerFile(lock, parts, stats)
  }
  const staged = stage()
  return {
    settled: staged.catch(() => undefined),
    async publish() {
      try {
        await staged
        const isPublished = await lock.publish(() => isUnchanged(fs, path, stats))
        if (!isPublished) return false
        // The lock has no owner file any more, so others can acquire it already. While the disk syncs a folder, it would take
        // longer to remove another one from it.
        await lock.release()
        await syncFolder(fs, dirname(path))
        return true
      } catch (error) {
        throw error instanceof AppError ? error : unwritableError(displayPath, error)
      }
    },
  }
}

/** Asserts that the file is not read-only. The rename that replaces it would succeed nevertheless. */
function assertWritable(displayPath: string, stats: Stats | undefined): void {
  if (!stats || (Number(stats.mode) & 0o222) !== 0) return
  throw new AppError(
    CHANGELOG_ERRORS.unwritable,
    `${displayPath}: expected a writable file, got a read-only file`,
  )
}

/** Whether the file has not been replaced, written, created or removed since it was read. */
function isUnchanged(fs: FileSystem, path: string, before: Stats | undefined): boolean {
  const now = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (!now || !before) return now === before
  return (['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const).every((key) => now[key] === before[key])
}

/**
 * Removes what killed processes left next to the file. A process that is only slow loses its temporary folder
 * too. It creates the folder again.
 */
async function removeLeftovers(fs: FileSystem, path: string): Promise<void> {
  for (const name of await fs.readdir(dirname(path))) {
    if (isTemporaryName(basename(path), name)) await removeLeftover(fs, join(dirname(path), name))
  }
}

async function removeLeftover(fs: FileSystem, path: string): Promise<void> {
  try {
    if (!(await fs.lstat(path)).isDirectory()) return await fs.unlink(path)
    for (const name of await fs.readdir(path)) {
      if (OWNER_NAME.test(name)) await fs.unlink(join(path, name))
    }
    await fs.rmdir(path)
  } catch {
    // The leftover is already gone, or it contains files that no store created. Neither prevents the write.
  }
}

/**
 * Writes the new content into the owner file of the lock, with the owner and mode of the old changelog, and
 * syncs it. The changelog itself is not changed.
 */
async function writeOwnerFile(
  { handle }: Lock,
  parts: readonly Buffer[],
  stats: Stats | undefined,
): Promise<void> {
  if (stats) {
    const created = await handle.stat({ bigint: true })
    const isOwned = created.uid === stats.uid && created.gid === stats.gid
    if (!isOwned) await handle.chown(Number(stats.uid), Number(stats.gid))
    // The mode is set before the content is written, because the content may be confidential. It is set after
    // the owner, because a change of the owner can clear bits of the mode.
    const mode = Number(stats.mode) & 0o7777
    if (!isOwned || (Number(created.mode) & 0o7777) !== mode) await handle.chmod(mode)
  }
  await writeAll(handle, parts, 0)
  await handle.sync()
}
