// Opens and reads regular files of a bounded size. A FIFO or a device in the place of a file is an error at once: opening one
// can wait forever.
import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** A regular file that is open for reading. */
export interface OpenRegularFile {
  readonly handle: FileHandle
  readonly stats: BigIntStats
}

/** The content of a regular file, and the metadata from before the content was read. */
export interface RegularFile {
  readonly bytes: Buffer
  readonly stats: BigIntStats
}

/**
 * Opens a regular file for reading. The caller closes it.
 * @param path the last part of the path must not be a symbolic link
 * @throws Error when it is not a regular file, or larger than `maxBytes`; an error of the system, such as `ENOENT`
 */
export async function openRegularFile(path: string, maxBytes: number): Promise<OpenRegularFile> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const stats = await handle.stat({ bigint: true })
    if (!stats.isFile()) throw new Error('expected a regular file')
    if (stats.size > maxBytes) throw tooLargeError(maxBytes, stats.size)
    return { handle, stats }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads a regular file to its end, also when it grows in the meantime. @throws Error like {@link openRegularFile} */
export async function readRegularFile(path: string, maxBytes: number): Promise<RegularFile> {
  const { handle, stats } = await openRegularFile(path, maxBytes)
  try {
    const chunks: Buffer[] = []
    let length = 0
    // One byte more than the size, so that the first read finds the end. Files in /proc report the size 0.
    let chunkBytes = Number(stats.size) + 1
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, length)
      // One chunk, as of a file that has not grown, needs no copy.
      if (bytesRead === 0)
        return { bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), stats }
      chunks.push(buffer.subarray(0, bytesRead))
      length += bytesRead
      if (length > maxBytes) throw tooLargeError(maxBytes, length)
      chunkBytes = CHUNK_BYTES
    }
  } finally {
    await handle.close()
  }
}

/** The size of each read after the first, in bytes. */
const CHUNK_BYTES = 64 * 1024

function tooLargeError(maxBytes: number, got: number | bigint): Error {
  return new Error(`expected at most ${maxBytes} bytes, got ${got}`)
}
