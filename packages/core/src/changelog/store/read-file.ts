// A changelog's bytes and text as they are on disk. Only a regular file is read: opening a pipe or a device could wait
// for ever.
import { type BigIntStats, constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { FileSystem } from './file-system.ts'
import { codeOf, unreadable } from './io-errors.ts'

/** The largest file that is read, and the largest that is written, in bytes. */
export const MAX_CHANGELOG_BYTES = 16 * 1024 * 1024

/** What a file is beside its content: identity, size, times in nanoseconds, mode and owner. */
export type Stats = BigIntStats

/** A file as it was when it was read; one that does not exist has no bytes and no stats. */
export interface FileContent {
  readonly bytes: Buffer
  readonly stats: Stats | undefined
}

/**
 * Reads a file. `path` is free of links.
 * @throws AppError `changelog/unreadable`, also for what is not a regular file of at most
 * {@link MAX_CHANGELOG_BYTES}
 */
export async function readFile(fs: FileSystem, path: string, shown: string): Promise<FileContent> {
  try {
    // Before it is opened, as opening a device may do something to it; once more after that, as it may be replaced.
    assertRegular(await fs.lstat(path, { bigint: true }))
    const handle = await fs.open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      const stats = await handle.stat({ bigint: true })
      assertRegular(stats)
      if (stats.size > MAX_CHANGELOG_BYTES) throw tooLarge(`${stats.size}`)
      return { bytes: await readAll(handle, stats), stats }
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unreadable(shown, error)
    return { bytes: Buffer.alloc(0), stats: undefined }
  }
}

function assertRegular(stats: Stats): void {
  if (!stats.isFile()) throw new Error(`expected a regular file, got ${nameKind(stats)}`)
}

function nameKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  if (stats.isSocket()) return 'a socket'
  return stats.isSymbolicLink() ? 'a link' : 'a device'
}

/** How much is asked for at once where a file has more than its size said. */
const CHUNK_BYTES = 64 * 1024

/** Reads to the end, however much the file grows meanwhile, but never more than is allowed. */
async function readAll(handle: FileHandle, { size }: Stats): Promise<Buffer> {
  const chunks: Buffer[] = []
  let total = 0
  // One byte more than the size, so that a larger file is seen to be one.
  let wanted = Number(size) + 1
  while (total <= MAX_CHANGELOG_BYTES) {
    const chunk = Buffer.allocUnsafe(Math.min(wanted, MAX_CHANGELOG_BYTES + 1 - total))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, total)
    if (bytesRead === 0) return Buffer.concat(chunks)
    chunks.push(chunk.subarray(0, bytesRead))
    total += bytesRead
    wanted = CHUNK_BYTES
  }
  throw tooLarge('more')
}

function tooLarge(got: string): Error {
  return new Error(`expected at most ${MAX_CHANGELOG_BYTES} bytes, got ${got}`)
}

/**
 * The bytes as a text; a byte order mark stays.
 * @throws AppError `changelog/unreadable` with the line of the first bytes that are not UTF-8
 */
export function decodeText(bytes: Buffer, shown: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const lines = bytes.toString('latin1').split('\n')
    const wrong = lines.findIndex((line) => Buffer.from(line, 'latin1').toString('utf8').includes('\uFFFD'))
    throw new AppError(CHANGELOG_ERRORS.unreadable, `${shown}:${wrong + 1}: expected UTF-8, got other bytes`)
  }
}
