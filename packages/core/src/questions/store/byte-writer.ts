// Writes texts and numbers into a Buffer that grows.

/** A Buffer that texts and numbers are appended to. */
export interface ByteWriter {
  /** The number of bytes so far. */
  readonly length: number
  /** Appends a text in UTF-8. Returns the number of its bytes. */
  write(text: string): number
  /** Appends an integer from 0 to 255. @throws RangeError when it is out of range */
  writeByte(value: number): void
  /** Appends an integer from 0 to 65,535, the lowest byte first. @throws RangeError when it is out of range */
  writeUint16(value: number): void
  /** Appends an integer of 32 bits, signed, the lowest byte first. @throws RangeError when it is out of range */
  writeInt32(value: number): void
  /** Returns the bytes so far, and removes them. They are valid until more bytes are appended. */
  take(): Buffer
}

/** The maximum number of bytes of UTF-8 per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3

const INITIAL_BYTES = 1024

/** Creates an empty writer. */
export function createByteWriter(): ByteWriter {
  let buffer = Buffer.alloc(INITIAL_BYTES)
  let length = 0
  const reserve = (bytes: number) => {
    if (length + bytes <= buffer.length) return
    const grown = Buffer.alloc(Math.max(length + bytes, buffer.length * 2))
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
    take() {
      const bytes = buffer.subarray(0, length)
      length = 0
      return bytes
    },
  }
}
