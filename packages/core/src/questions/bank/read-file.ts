// Reads one dataset file. It rejects FIFOs, devices, and symbolic links to a path outside the folder. The
// message of each error completes a sentence that starts with "expected a file that can be read, got".
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import { type ByteSource, CHUNK_BYTES, sourceChangedError } from '../read/index.ts'

/** The default of the maximum size of a dataset file, in bytes. */
export const MAX_DATASET_BYTES = 1024 * 1024 * 1024

/** Minimum age of the last change before the times of a file are trusted. Some file systems store seconds. */
const MIN_UNCHANGED_MS = 3000

/** What the file system knows about a file. */
export interface FileStatus {
  /** The size in bytes. */
  readonly size: number
  /** The identity, size and times of the file. Undefined when the last change was too recent. */
  readonly fingerprint: string | undefined
}

/** A file that was read. */
export interface FileContent {
  readonly bytes: Uint8Array
  readonly status: FileStatus
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

/** Returns the status of a file. @throws Error when the file must not be read */
export async function statFile(path: string, maxBytes: number, now: Date): Promise<FileStatus> {
  return statusOf(path, await stat(path, { bigint: true }), maxBytes, now)
}

// `O_NONBLOCK` opens a FIFO without waiting for its writer. `O_NOFOLLOW` rejects a symbolic link that has
// replaced the file.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/**
 * Reads a file. The type and the size are checked on the open file, because the path may have been replaced
 * since the last `stat`.
 * @throws Error when the file must not be read, or when it changes in the meantime
 */
export async function readFile(path: string, maxBytes: number, now: Date): Promise<FileContent> {
  const handle = await open(path, OPEN_FLAGS)
  try {
    const before = await handle.stat({ bigint: true })
    const status = statusOf(path, before, maxBytes, now)
    const bytes = await readBytes(handle, status.size)
    if (hasChanged(before, await handle.stat({ bigint: true }))) throw sourceChangedError()
    return { bytes, status }
  } finally {
    await handle.close()
  }
}

/**
 * Opens a file and reads it in chunks, so that a large file is never in memory as a whole. The thread waits for the file
 * system. The type and the size are checked as by {@link readFile}.
 * @param use reads the file, as often as it needs to
 * @throws Error when the file must not be read, or when it changes in the meantime
 */
export function readInChunks<T>(path: string, maxBytes: number, use: (bytes: ByteSource) => T): T {
  const file = openSync(path, OPEN_FLAGS)
  try {
    const before = fstatSync(file, { bigint: true })
    const { size } = statusOf(path, before, maxBytes, new Date())
    const result = use({ length: size, chunks: () => readChunks(file, size) })
    if (hasChanged(before, fstatSync(file, { bigint: true }))) throw sourceChangedError()
    return result
  } finally {
    closeSync(file)
  }
}

/** Reads a file of the given size from its start. @throws Error when it has more or fewer bytes */
function* readChunks(file: number, size: number): Generator<Uint8Array> {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let position = 0
  for (;;) {
    const length = readSync(file, chunk, 0, chunk.length, position)
    position += length
    if (length === 0 || position > size) break
    yield chunk.subarray(0, length)
  }
  if (position !== size) throw sourceChangedError()
}

/** Reads a file of the given size. @throws Error when it has more or fewer bytes */
async function readBytes(handle: FileHandle, size: number): Promise<Uint8Array> {
  // One byte more, so that a file that has grown is found.
  const bytes = Buffer.from(new ArrayBuffer(size + 1))
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length)
    length += bytesRead
    if (bytesRead === 0 || length > size) break
  }
  if (length !== size) throw sourceChangedError()
  return bytes.subarray(0, size)
}

/** Whether the content of an open file may have changed. */
function hasChanged(before: BigIntStats, after: BigIntStats): boolean {
  // The ctime also changes when the path gets another file, which leaves the open file as it is, without this name.
  const isReplaced = after.nlink < before.nlink
  return (
    before.size !== after.size ||
    before.mtimeNs !== after.mtimeNs ||
    (before.ctimeNs !== after.ctimeNs && !isReplaced)
  )
}

/** The fingerprint is undefined for a file that has just changed, because a further change could have the same times. */
function statusOf(path: string, stats: BigIntStats, maxBytes: number, now: Date): FileStatus {
  // Reading a FIFO or a device may never end.
  if (!stats.isFile()) throw new Error(stats.isDirectory() ? 'a folder' : 'a FIFO or a device')
  if (stats.size > maxBytes) throw new Error(`${stats.size} bytes, which is more than ${maxBytes}`)
  // A copied file can have an old mtime, but its ctime is the time of the copy.
  const changedMs = Math.max(Number(stats.mtimeMs), Number(stats.ctimeMs))
  const isRecent = now.getTime() - changedMs <= MIN_UNCHANGED_MS
  return { size: Number(stats.size), fingerprint: isRecent ? undefined : identityOf(path, stats) }
}

function identityOf(path: string, { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [path, dev, ino, size, mtimeNs, ctimeNs].join(' ')
}
