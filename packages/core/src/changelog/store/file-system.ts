// Defines the file system calls of the store. A test replaces some of them with calls that fail.
import {
  type BigIntStats,
  close,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  read as readFrom,
  realpathSync,
  renameSync,
  rmdirSync,
  statfsSync,
  unlinkSync,
  writev,
} from 'node:fs'
import type * as nodeFileSystem from 'node:fs/promises'
import { promisify } from 'node:util'

/** A file that is open: the methods of a `FileHandle` of Node.js that the store calls. */
export interface OpenFile {
  stat(options: { readonly bigint: true }): Promise<BigIntStats>
  read(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  /** Writes at an offset; without one at the current position, or at the end of a file that was opened for appending. */
  writev(parts: Buffer[], offset?: number): Promise<{ bytesWritten: number }>
  /** Waits until the content is on disk. */
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  chmod(mode: number): Promise<void>
  chown(uid: number, gid: number): Promise<void>
  /** @param inThreadPool whether closing can take long, because the system frees the file */
  close(inThreadPool?: boolean): Promise<void>
}

/**
 * The flags to create a file. Where the system has `O_DSYNC`, a write ends when its bytes are on disk, and the sync after it has
 * little left to do. So the disk works while the thread is busy: it need not start the sync.
 */
export const CREATION_FLAGS: number =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_DSYNC ?? 0)

/** The file system calls that the store makes. */
export type FileSystem = Pick<
  typeof nodeFileSystem,
  'realpath' | 'rename' | 'unlink' | 'lstat' | 'readdir' | 'mkdir' | 'rmdir' | 'statfs'
> & {
  /**
   * Whether anything has the name, also a symbolic link to nothing. Asking for the metadata of what does not exist takes longer,
   * because Node.js creates an error.
   */
  exists(path: string): Promise<boolean>
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>
  readonly lstatSync: typeof lstatSync
  readonly renameSync: typeof renameSync
}

/**
 * The file system of Node.js. Calls for names and metadata are synchronous inside: each takes microseconds, and a step through
 * the thread pool takes twenty times as long. Calls for the content of a file, which wait for the disk, stay in the thread pool.
 */
export const NODE_FILE_SYSTEM: FileSystem = {
  exists: async (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  open: async (path, flags, mode) => openFile(openSync(path, flags, mode)),
  lstat: defer(lstatSync) as FileSystem['lstat'],
  mkdir: defer(mkdirSync) as FileSystem['mkdir'],
  readdir: defer(readdirSync) as FileSystem['readdir'],
  realpath: defer(realpathSync.native) as FileSystem['realpath'],
  rename: defer(renameSync),
  rmdir: defer(rmdirSync),
  statfs: defer(statfsSync) as FileSystem['statfs'],
  unlink: defer(unlinkSync),
  lstatSync,
  renameSync,
}

const readBytes = promisify(readFrom)
const writeParts = promisify(writev)
const sync = promisify(fsync)
const closeLater = promisify(close)

function openFile(descriptor: number): OpenFile {
  let isOpen = true
  /** The descriptor. After the file was closed, another file could have the same one. */
  const current = () => (isOpen ? descriptor : -1)
  return {
    stat: async (options) => fstatSync(current(), options),
    read: async (bytes, offset, length, position) => readBytes(current(), bytes, offset, length, position),
    writev: async (parts, offset) => writeParts(current(), parts, offset),
    sync: async () => sync(current()),
    truncate: async (length) => ftruncateSync(current(), length),
    chmod: async (mode) => fchmodSync(current(), mode),
    chown: async (uid, gid) => fchownSync(current(), uid, gid),
    async close(inThreadPool = false) {
      const open = current()
      // The descriptor is free even when closing fails.
      isOpen = false
      if (inThreadPool) await closeLater(open)
      else closeSync(open)
    },
  }
}

/** Reads a part of a file: less when the file ends before `end`. */
export async function readRange(file: OpenFile, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, end - start))
  let length = 0
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, start + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}

/** Writes parts in order, all of them. @param start the offset of the first one; the current position by default */
export async function writeAll(file: OpenFile, parts: readonly Buffer[], start?: number): Promise<void> {
  let rest = parts.filter(({ length }) => length > 0)
  let offset = start
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest, offset)
    if (offset !== undefined) offset += bytesWritten
    rest = rest.flatMap((part) => {
      const written = Math.min(bytesWritten, part.length)
      bytesWritten -= written
      return written === part.length ? [] : [part.subarray(written)]
    })
  }
}

/** Returns the result or the error of a synchronous call in a promise. */
function defer<A extends unknown[], R>(call: (...args: A) => R) {
  return async (...args: A): Promise<R> => call(...args)
}
