// Reads the bytes of a changelog, and decodes them as UTF-8. Only regular files are read, because opening a
// FIFO or a device can block forever.
import { isUtf8 } from 'node:buffer'
import { type BigIntStats, constants } from 'node:fs'
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { FileSystem, OpenFile } from './file-system.ts'
import { codeOf, unreadableError } from './io-errors.ts'

/** Maximum size of a changelog in bytes, both for reading and for writing: 16 MiB. */
export const MAX_CHANGELOG_BYTES = 16 * 1024 * 1024

/** The metadata of a file. Times are in nanoseconds. */
export type Stats = BigIntStats

/** The content of a file when it was read. A missing file has empty `bytes` and undefined `stats`. */
export interface FileContent {
  readonly bytes: Buffer
  readonly stats: Stats | undefined
  /** The time before the file was read, in milliseconds since 1970. */
  readonly readAt: number
}

/**
 * How long before it was read a file must have been changed for the last time, in milliseconds. The times of a file are less
 * exact than the clock, so a change directly after the read could leave them as they were.
 */
const SETTLED_MS = 2000

/** Whether a file has the metadata of a content, which was settled when it was read. Then the content is the same. */
export function isSettled({ stats, readAt }: FileContent, now: Stats): boolean {
  if (!stats || Number(stats.mtimeMs) > readAt - SETTLED_MS || Number(stats.ctimeMs) > readAt - SETTLED_MS)
    return false
  return (['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const).every((key) => now[key] === stats[key])
}

/** A file that was read, and is still open if it exists. */
export interface OpenContent {
  readonly content: FileContent
  readonly file: OpenFile | undefined
}

/** Reads a file. @throws AppError the errors of {@link readOpenFile} */
export async function readFile(fs: FileSystem, path: string, displayPath: string): Promise<FileContent> {
  const { content, file } = await readOpenFile(fs, path, displayPath)
  // The bytes are read already.
  await file?.close().catch(() => undefined)
  return content
}

/**
 * Reads a file, and leaves it open.
 * @param path an absolute path without symbolic links
 * @param displayPath the path used in messages
 * @throws AppError `changelog/unreadable`, also when the file is not a regular file or is larger than
 * {@link MAX_CHANGELOG_BYTES}
 */
export async function readOpenFile(fs: FileSystem, path: string, displayPath: string): Promise<OpenContent> {
  const readAt = Date.now()
  try {
    // The type is checked before the file is opened, because opening a device can have side effects. It is
    // checked again afterwards, because the file can be replaced between the two calls.
    assertRegular(await fs.lstat(path, { bigint: true }))
    const handle = await fs.open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      const stats = await handle.stat({ bigint: true })
      assertRegular(stats)
      if (stats.size > MAX_CHANGELOG_BYTES) throw tooLargeError(`${stats.size}`)
      return { content: { bytes: await readAll(handle, stats), stats, readAt }, file: handle }
    } catch (error) {
      await handle.close()
      throw error
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unreadableError(displayPath, error)
    return { content: { bytes: Buffer.alloc(0), stats: undefined, readAt }, file: undefined }
  }
}

/** Asserts that a file is a regular one. @throws Error that names its type */
export function assertRegular(stats: Stats): void {
  if (!stats.isFile()) throw new Error(`expected a regular file, got ${describeType(stats)}`)
}

function describeType(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a FIFO'
  if (stats.isSocket()) return 'a socket'
  return stats.isSymbolicLink() ? 'a symbolic link' : 'a device'
}

/** Size of each read after the first, in bytes. */
const CHUNK_BYTES = 64 * 1024

/** Reads a file to its end, also when it grows during the read. Throws when it exceeds the maximum size. */
async function readAll(handle: OpenFile, { size }: Stats): Promise<Buffer> {
  const chunks: Buffer[] = []
  let total = 0
  // One byte more than the size, so that the first read detects that the file has grown.
  let chunkBytes = Number(size) + 1
  while (total <= MAX_CHANGELOG_BYTES) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, MAX_CHANGELOG_BYTES + 1 - total))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, total)
    const read = chunk.subarray(0, bytesRead)
    // Only the end of a regular file makes a read short.
    if (bytesRead < chunk.length) return chunks.length === 0 ? read : Buffer.concat([...chunks, read])
    chunks.push(read)
    total += bytesRead
    chunkBytes = CHUNK_BYTES
  }
  throw tooLargeError(`at least ${total}`)
}

function tooLargeError(got: string): Error {
  return new Error(`expected at most ${MAX_CHANGELOG_BYTES} bytes, got ${got}`)
}

/**
 * Decodes bytes as UTF-8. A byte order mark is kept.
 * @param displayPath the path used in messages
 * @throws AppError `changelog/unreadable` with the line number of the first invalid bytes
 */
export function decodeText(bytes: Buffer, displayPath: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Line endings are ASCII in UTF-8, so that the bytes can be split into lines before they are decoded.
    const lines = bytes.toString('latin1').split(/\r\n?|\n/)
    const invalid = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
    throw new AppError(
      CHANGELOG_ERRORS.unreadable,
      `${displayPath}:${invalid + 1}: expected UTF-8, got invalid bytes`,
    )
  }
}
