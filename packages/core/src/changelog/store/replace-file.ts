// A file replaced so that a crash at any point leaves the old one or the new one: write aside, sync, rename, sync.
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { FileSystem } from './file-system.ts'
import { type Lock, OWNER_NAME } from './held-lock.ts'
import { unwritable } from './io-errors.ts'
import { isAside } from './own-files.ts'
import type { Stats } from './read-file.ts'

/** What is to be written, and where. */
export interface Replacement {
  readonly path: string
  /** The path as it is shown to people. */
  readonly shown: string
  readonly bytes: Buffer
  /** Of the file as it was read, whose mode and owner stay; undefined when there was none. */
  readonly stats: Stats | undefined
}

/**
 * Replaces a file. When this resolves to true, the new content is on disk.
 * @returns false when somebody changed the file since it was read, or took the lock over; nothing is written then
 * @throws AppError `changelog/unwritable`
 */
export async function replaceFile(
  fs: FileSystem,
  lock: Lock,
  { path, shown, bytes, stats }: Replacement,
): Promise<boolean> {
  if (stats && (Number(stats.mode) & 0o222) === 0) {
    throw new AppError(
      CHANGELOG_ERRORS.unwritable,
      `${shown}: expected a file that may be written, got a read-only one`,
    )
  }
  try {
    await removeLeftovers(fs, path)
    await writeAside(lock, bytes, stats)
    const isPublished = await lock.publish(() => isSameFile(fs, path, stats))
    if (isPublished) await syncFolder(fs, dirname(path))
    return isPublished
  } catch (error) {
    throw unwritable(shown, error)
  }
}

/** Whether the file is the one that was read, and nobody has written to it since. */
function isSameFile(fs: FileSystem, path: string, was: Stats | undefined): boolean {
  const now = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (!now || !was) return now === was
  return (['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const).every((key) => now[key] === was[key])
}

/** What writers that were killed left beside the file. One that is only slow makes it again. */
async function removeLeftovers(fs: FileSystem, path: string): Promise<void> {
  for (const other of await fs.readdir(dirname(path))) {
    if (isAside(basename(path), other)) await removeLeftover(fs, join(dirname(path), other))
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
    // It is gone already, or somebody keeps files of their own in it: no reason not to write.
  }
}

async function writeAside({ handle }: Lock, bytes: Buffer, stats: Stats | undefined): Promise<void> {
  if (stats) {
    const made = await handle.stat({ bigint: true })
    if (made.uid !== stats.uid || made.gid !== stats.gid)
      await handle.chown(Number(stats.uid), Number(stats.gid))
    // Before the content, which may be for few eyes, and after the owner, whose change takes bits away.
    await handle.chmod(Number(stats.mode) & 0o7777)
  }
  await handle.writeFile(bytes)
  await handle.sync()
}

async function syncFolder(fs: FileSystem, folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
