// Reads one dataset file. It rejects FIFOs, devices, and symbolic links to a path outside the folder. The
// message of each error completes a sentence that starts with "expected a file that can be read, got".
import { type BigIntStats, constants } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** Maximum size of a dataset file in bytes. Loading a file of this size takes up to a second. */
export const MAX_DATASET_BYTES = 4 * 1024 * 1024

/** Minimum age of the last change before the times of a file are trusted. Some file systems store seconds. */
const MIN_UNCHANGED_MS = 3000

/** A file that was read. */
export interface FileContent {
  readonly bytes: Uint8Array
  /** The identity, size and times of the file. Undefined when the last change was too recent. */
  readonly statFingerprint: string | undefined
}

/**
 * Resolves a symbolic link. Links within the folder are allowed, because Kubernetes mounts a ConfigMap with
 * them. A link to a path outside the folder could publish any file of the machine.
 * @param root the real path of the folder
 * @throws Error when the target is not in `root`
 */
export async function resolveLink(path: string, root: string): Promise<string> {
  const real = await realpath(path)
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new Error('a symbolic link to a path outside the folder')
  }
  return real
}

/** Returns the stat fingerprint of a file. @throws Error when the file must not be read */
export async function statFile(path: string, now: Date): Promise<string | undefined> {
  return fingerprintStats(path, await stat(path, { bigint: true }), now)
}

// `O_NONBLOCK` opens a FIFO without waiting for its writer. `O_NOFOLLOW` rejects a symbolic link that has
// replaced the file.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/**
 * Reads a file. The type and the size are checked on the open file, because the path may have been replaced
 * since the last `stat`.
 * @throws Error when the file must not be read
 */
export async function readFile(path: string, now: Date): Promise<FileContent> {
  const handle = await open(path, OPEN_FLAGS)
  try {
    const statFingerprint = fingerprintStats(path, await handle.stat({ bigint: true }), now)
    // `end` is inclusive, so at most one byte more than the maximum is read.
    const bytes = await buffer(handle.createReadStream({ end: MAX_DATASET_BYTES, autoClose: false }))
    assertSize(bytes.length)
    return { bytes, statFingerprint }
  } finally {
    await handle.close()
  }
}

/** Returns undefined for a file that has just changed, because a further change could have the same times. */
function fingerprintStats(path: string, stats: BigIntStats, now: Date): string | undefined {
  // Reading a FIFO or a device may never end.
  if (!stats.isFile()) throw new Error(stats.isDirectory() ? 'a folder' : 'a FIFO or a device')
  assertSize(stats.size)
  // A copied file can have an old mtime, but its ctime is the time of the copy.
  const [mtimeMs, ctimeMs] = [Number(stats.mtimeMs), Number(stats.ctimeMs)]
  if (now.getTime() - Math.max(mtimeMs, ctimeMs) <= MIN_UNCHANGED_MS) return undefined
  return [path, stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ')
}

function assertSize(bytes: number | bigint): void {
  if (bytes > MAX_DATASET_BYTES) throw new Error(`${bytes} bytes, which is more than ${MAX_DATASET_BYTES}`)
}
