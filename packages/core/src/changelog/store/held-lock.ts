// A lock that this process took: its names on the disk, its heartbeat, publication and release.
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { codeOf } from './io-errors.ts'

const HEARTBEAT_MS = 500

/** A lock that this process took. Another process may have taken it over at any time since. */
export interface Lock {
  /** The owner's file, empty and open for writing. */
  readonly handle: FileHandle
  /**
   * Renames the owner's file onto the changelog, unless `isUnchanged` says no. Nothing of this process runs between
   * the two.
   * @returns false when the file had changed, or the lock was taken over; nothing has happened then
   */
  publish(isUnchanged: () => boolean): Promise<boolean>
  /** Lets go, and removes the owner's file if it was not published. Never throws. */
  release(): Promise<void>
}

/** The folder that is the lock of a changelog. */
export function lockPathOf(path: string): string {
  return `${path}.lock`
}

/** The names that an owner's file may have: a token, and the number of heartbeats. */
export const OWNER_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+$/

/**
 * Starts the heartbeat of a lock whose owner's file is `<token>.0`.
 * @param handle the owner's file, open for writing
 */
export function holdLock(fs: FileSystem, path: string, token: string, handle: FileHandle): Lock {
  const folder = lockPathOf(path)
  let beats = 0
  let beating = Promise.resolve()
  const owned = (count: number) => join(folder, `${token}.${count}`)
  const beat = async () => {
    // One that fails is seen by `publish`, which fails as well.
    await fs.rename(owned(beats), owned(beats + 1)).then(
      () => {
        beats += 1
      },
      () => undefined,
    )
  }
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, HEARTBEAT_MS)
  const settle = () => {
    clearInterval(timer)
    return beating
  }
  return {
    handle,
    async publish(isUnchanged) {
      await settle()
      if (!isUnchanged()) return false
      try {
        fs.renameSync(owned(beats), path)
        return true
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false
        throw error
      }
    },
    async release() {
      await settle()
      await handle.close().catch(() => undefined)
      await fs.unlink(owned(beats)).catch(() => undefined)
      await fs.rmdir(folder).catch(() => undefined)
    },
  }
}
