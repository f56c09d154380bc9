// Writes texts into a Buffer that grows.

/** A Buffer that texts are appended to, in UTF-8. */
export interface ByteWriter {
  /** The number of bytes so far. */
  readonly length: number
  /** Appends a text. Returns the number of its bytes. */
  write(text: string): number
  /** Appends an integer from 0 to 255. @throws RangeError when it is out of range */
  writeByte(value: number): void
  /** Appends an integer from 0 to 65,535, the lowest byte first. @throws RangeError when it is out of range */
  writeUint16(value: number): void
  /** Appends an integer of 32 bits, signed, the lowest byte first. @throws RangeError when it is out of range */
  writeInt32(value: number): void
  /** Returns the bytes so far, and unused ones after them. They are valid until more bytes are appended. */
  peek(): Buffer
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
  const reserve = (bytes: number) => {
    if (length + bytes <= buffer.length) return
    const grown = allocate(Math.max(length + bytes, buffer.length * 2))
    buffer.copy(grown, 0, 0, length)
    buffer = grown
  }
  return {
    get length() {
      return length
    },
    write(text) {
      reserve(text.length * MAX_BYTES_PER_UNIT)
      const written = buffer.write(text, length)
      length += written
      return written
    },
    writeByte(value) {
      reserve(1)
      length = buffer.writeUint8(value, length)
    },
    writeUint16(value) {
      reserve(2)
      length = buffer.writeUint16LE(value, length)
    },
    writeInt32(value) {
      reserve(4)
      length = buffer.writeInt32LE(value, length)
    },
    peek: () => buffer,
    finish: () => buffer.subarray(0, length),
  }
}

/** Allocates an ArrayBuffer of its own, which can be transferred to another thread. */
function allocate(bytes: number): Buffer {
  return Buffer.from(new ArrayBuffer(bytes))
}
