// Defines how the bytes of a file are read: in chunks, so that a large file is never in memory as a whole.

/** The bytes of a file. They can be read several times. */
export interface ByteSource {
  /** The number of bytes. */
  readonly length: number
  /**
   * Returns the bytes in chunks, from the first one on. A chunk is valid until the next one is requested.
   * @throws Error when the file cannot be read
   */
  chunks(): Iterable<Uint8Array>
}

/** The size of a chunk. */
export const CHUNK_BYTES = 1024 * 1024

/** Returns the source of bytes that may be in memory. */
export function toByteSource(bytes: Uint8Array | ByteSource): ByteSource {
  if (!(bytes instanceof Uint8Array)) return bytes
  return {
    length: bytes.length,
    *chunks() {
      for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
        yield bytes.subarray(start, start + CHUNK_BYTES)
      }
    },
  }
}

/** The error of a source whose bytes are no longer the same. */
export function sourceChangedError(): Error {
  return new Error('a file that changes while it is read')
}
