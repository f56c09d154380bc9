// Writes texts into a Buffer that grows.

/** A Buffer that texts are appended to, in UTF-8. */
export interface ByteWriter {
  /** The number of bytes so far. */
  readonly length: number
  /** Appends a text. Returns the number of bytes after it. */
  write(text: string): number
  /** Returns the bytes. Call it once, at the end. */
  finish(): Buffer
}

const INITIAL_BYTES = 64 * 1024
/** The maximum number of bytes of UTF-8 per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3

/** Creates an empty writer. */
export function createByteWriter(): ByteWriter {
  let buffer = Buffer.allocUnsafe(INITIAL_BYTES)
  let length = 0
  return {
    get length() {
      return length
    },
    write(text) {
      const needed = length + text.length * MAX_BYTES_PER_UNIT
      if (needed > buffer.length) {
        const grown = Buffer.allocUnsafe(Math.max(needed, buffer.length * 2))
        buffer.copy(grown, 0, 0, length)
        buffer = grown
      }
      length += buffer.write(text, length)
      return length
    },
    // The copy has no unused bytes at its end.
    finish: () => Buffer.from(buffer.subarray(0, length)),
  }
}
