// Reads one dataset file. Pipes, devices and links that lead out of the folder are refused.
import { type BigIntStats, constants } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** The largest dataset file that is accepted, in bytes. Loading a file of this size takes up to a second. */
export const MAX_DATASET_BYTES = 4 * 1024 * 1024

/** How long a file must be unchanged before its times are trusted. Some file systems have a resolution of seconds. */
const QUIET_MS = 3000

/** A file that was read. The stat fingerprint is undefined when the file changed within {@link QUIET_MS}. */
export interface FileContent {
  readonly bytes: Uint8Array
  readonly statFingerprint: string | undefined
}

/**
 * Resolves a symbolic link. Kubernetes mounts a ConfigMap as links inside the folder, so these are allowed. A link out of
 * the folder could publish any file of the machine.
 * @param root the folder, as a real path
 * @throws Error when the link leads out of `root`
 */
export async function resolveLink(path: string, root: string): Promise<string> {
  const real = await realpath(path)
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new Error('a link that leads out of the folder')
  }
  return real
}

/** The stat fingerprint of a file. @throws Error when the file must not be read; its message is the reason */
export async function statFile(path: string, now: Date): Promise<string | undefined> {
  return fingerprintStats(path, await stat(path, { bigint: true }), now)
}

// Opening a pipe must not wait for its writer. A link that replaced a file since the scan must not be followed.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/**
 * Reads a file. Its kind and size are those of the open file, because another file may have replaced the path since
 * the last `stat`.
 * @throws Error when the file must not be read; its message is the reason
 */
export async function readFile(path: string, now: Date): Promise<FileContent> {
  const handle = await open(path, OPEN_FLAGS)
  try {
    const statFingerprint = fingerprintStats(path, await handle.stat({ bigint: true }), now)
    // `end` is inclusive: one byte more than the maximum is enough to find that a file is too large.
    const bytes = await buffer(handle.createReadStream({ end: MAX_DATASET_BYTES, autoClose: false }))
    assertSize(bytes.length)
    return { bytes, statFingerprint }
  } finally {
    await handle.close()
  }
}

/** Undefined for a file that has just changed: it could change again without a change of its times. */
function fingerprintStats(path: string, stats: BigIntStats, now: Date): string | undefined {
  // A read from a pipe or a device may never end.
  if (!stats.isFile()) throw new Error(stats.isDirectory() ? 'a folder' : 'a pipe or a device')
  assertSize(stats.size)
  // A copied file may have an old mtime; its ctime is the time of the copy.
  const [mtimeMs, ctimeMs] = [Number(stats.mtimeMs), Number(stats.ctimeMs)]
  if (now.getTime() - Math.max(mtimeMs, ctimeMs) <= QUIET_MS) return undefined
  return [path, stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ')
}

function assertSize(bytes: number | bigint): void {
  if (bytes > MAX_DATASET_BYTES) throw new Error(`${bytes} bytes, which is more than ${MAX_DATASET_BYTES}`)
}
