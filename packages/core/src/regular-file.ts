// Reads regular files of a bounded size. A FIFO or a device in the place of a file is an error at once: opening one can wait
// forever.
import { type BigIntStats, constants } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * Reads a regular file to its end, also when it grows in the meantime.
 * @param path the last part of the path must not be a symbolic link
 * @returns the content, and the metadata from before it was read
 * @throws Error when it is not a regular file, or larger than `maxBytes`; an error of the system, such as `ENOENT`
 */
export async function readRegularFile(path: string, maxBytes: number) {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const stats = await handle.stat({ bigint: true })
    if (!stats.isFile()) throw new Error('expected a regular file')
    assertSize(stats.size, maxBytes)
    const bytes = await handle.readFile()
    // The file can have grown, and files in /proc report the size 0.
    assertSize(bytes.length, maxBytes)
    return { bytes, stats }
  } finally {
    await handle.close()
  }
}

function assertSize(bytes: number | bigint, maxBytes: number): void {
  if (bytes > maxBytes) throw new Error(`expected at most ${maxBytes} bytes, got ${bytes}`)
}

/** Whether two states are of the same file, and it was not written, replaced, created or removed in between. */
export function isSameFile(a: BigIntStats | undefined, b: BigIntStats | undefined): boolean {
  if (!a || !b) return a === b
  return (['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const).every((key) => a[key] === b[key])
}

/** Returns undefined for the error of a file that does not exist, and throws any other error. */
export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
