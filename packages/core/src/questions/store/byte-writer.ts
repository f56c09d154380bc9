// Writes texts into a Buffer that grows.

/** A Buffer that texts are appended to, in UTF-8. */
export interface ByteWriter {
  /** The number of bytes so far. */
  readonly length: number
  /** Appends a text. Returns the number of its bytes. */
  write(text: string): number
  /** Returns a part of the bytes so far. It is valid until the next call of `write`. */
  read(start: number, end: number): Buffer
  /** Returns the bytes. Call it once, at the end. */
  finish(): Buffer
}

/** The maximum number of bytes of UTF-8 per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3

/**
 * Creates an empty writer.
 * @param capacity the expected number of bytes. The operating system provides memory only for those that are written
 */
export function createByteWriter(capacity: number): ByteWriter {
  let buffer = allocate(capacity)
  let length = 0
  return {
    get length() {
      return length
    },
    write(text) {
      const needed = length + text.length * MAX_BYTES_PER_UNIT
      if (needed > buffer.length) {
        const grown = allocate(Math.max(needed, buffer.length * 2))
        buffer.copy(grown, 0, 0, length)
        buffer = grown
      }
      const written = buffer.write(text, length)
      length += written
      return written
    },
    read: (start, end) => buffer.subarray(start, end),
    finish: () => buffer.subarray(0, length),
  }
}

/** Allocates an ArrayBuffer of its own, which can be transferred to another thread. */
function allocate(bytes: number): Buffer {
  return Buffer.from(new ArrayBuffer(bytes))
}
