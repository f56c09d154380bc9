// Holds a lock that this process acquired: sends its heartbeats, publishes the owner file, and releases the
// lock. `lock.ts` describes the protocol.
import { join } from 'node:path'
import type { FileSystem, OpenFile } from './file-system.ts'
import { codeOf } from './io-errors.ts'

const HEARTBEAT_MS = 500

/** A lock that this process acquired. Another process can take it over when its heartbeats stop. */
export interface Lock {
  /** The owner file, empty and open for writing. */
  readonly handle: OpenFile
  /**
   * Renames the owner file onto the changelog if `isUnchanged` returns true. The check and the rename are
   * synchronous, so that no other code of this process runs between them.
   * @returns false when the changelog has changed, or another process took the lock over; the changelog is
   * not replaced then
   */
  publish(isUnchanged: () => boolean): Promise<boolean>
  /** Releases the lock, and removes the owner file if it was not published. Never throws. Repeated calls do nothing. */
  release(): Promise<void>
}

/** The path of the folder that is the lock of a changelog. */
export function lockPathOf(path: string): string {
  return `${path}.lock`
}

/** Matches the name of an owner file: a token in the form of a UUID, and the number of heartbeats. */
export const OWNER_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+$/

/**
 * Starts the heartbeat of a lock.
 * @param path the path of the changelog
 * @param token the token in the name of the owner file, which is `<token>.0`
 * @param handle the owner file, open for writing
 */
export function holdLock(fs: FileSystem, path: string, token: string, handle: OpenFile): Lock {
  const folder = lockPathOf(path)
  let heartbeats = 0
  let isPublished = false
  let released: Promise<void> | undefined
  let pendingHeartbeat = Promise.resolve()
  const ownerPath = (heartbeat: number) => join(folder, `${token}.${heartbeat}`)
  const sendHeartbeat = async () => {
    // An error is ignored, because the rename in `publish` fails for the same reason.
    await fs.rename(ownerPath(heartbeats), ownerPath(heartbeats + 1)).then(
      () => {
        heartbeats += 1
      },
      () => undefined,
    )
  }
  const timer = setInterval(() => {
    pendingHeartbeat = pendingHeartbeat.then(sendHeartbeat)
  }, HEARTBEAT_MS)
  const stopHeartbeats = () => {
    clearInterval(timer)
    return pendingHeartbeat
  }
  const release = async () => {
    await stopHeartbeats()
    // The file is closed first, because network file systems keep a file that is open in its folder, under another name.
    await handle.close().catch(() => undefined)
    if (!isPublished) await fs.unlink(ownerPath(heartbeats)).catch(() => undefined)
    await fs.rmdir(folder).catch(() => undefined)
  }
  return {
    handle,
    async publish(isUnchanged) {
      await stopHeartbeats()
      if (!isUnchanged()) return false
      try {
        fs.renameSync(ownerPath(heartbeats), path)
        isPublished = true
        return true
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false
        throw error
      }
    },
    release() {
      released ??= release()
      return released
    },
  }
}
