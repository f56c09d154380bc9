// Stores rows of bytes in chunks. The memory of a chunk is released separately. One block of a few hundred megabytes would
// take the operating system 20 ms, in which no thread of the process gets other memory.
import { allocate, RETURNED_BYTES } from './allocate.ts'
import { createGrowingArray } from './growing-array.ts'

/** The size of a chunk, as a power of two: 32 MiB. Smaller ones would not return to the operating system. */
const CHUNK_BITS = Math.log2(RETURNED_BYTES)

/**
 * Rows of bytes, one after the other. Each row is in one chunk. Positions count all bytes, and those that are unused at the end
 * of a chunk, so the first byte of chunk `i` is at `i * 2 ** chunkBits`.
 */
export interface ByteRows {
  readonly chunks: readonly Buffer[]
  /** The size of a chunk, as a power of two. The first chunk can be smaller. */
  readonly chunkBits: number
  /** 0, and the position of the end of each row. */
  readonly ends: Uint32Array
}

/** Rows that more rows are added to. */
export interface ByteRowsBuilder {
  /**
   * Adds a row.
   * @throws RangeError when it is larger than a chunk, or when all chunks have 4 GiB
   */
  add(row: Buffer): void
  /** Returns a row that was added. */
  at(row: number): ByteRange
  finish(): ByteRows
}

/** A part of a Buffer. */
export interface ByteRange {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/**
 * Creates an empty builder.
 * @param capacity the expected number of bytes. The operating system provides memory only for those that are written
 */
export function createByteRows(capacity: number, chunkBits = CHUNK_BITS): ByteRowsBuilder {
  const chunkBytes = 2 ** chunkBits
  let chunk = allocateBytes(Math.min(capacity, chunkBytes))
  const chunks = [chunk]
  let length = 0
  const ends = createGrowingArray()
  ends.push(0)

  /** Makes room for a row: in a new chunk, or in the first one, which is copied. */
  const reserve = (bytes: number) => {
    if (bytes > chunkBytes)
      throw new RangeError(`expected a row of at most ${chunkBytes} bytes, got ${bytes}`)
    if (length + bytes <= chunk.length) return
    if (length + bytes <= chunkBytes) {
      const grown = allocateBytes(Math.min(chunkBytes, Math.max(length + bytes, chunk.length * 2)))
      chunk.copy(grown, 0, 0, length)
      chunks.pop()
      chunk = grown
    } else {
      chunk = allocateBytes(chunkBytes)
      length = 0
    }
    chunks.push(chunk)
  }
  return {
    add(row) {
      reserve(row.length)
      length += row.copy(chunk, length)
      ends.push((chunks.length - 1) * chunkBytes + length)
    },
    at: (row) => locate(chunks, chunkBits, ends.at(row), ends.at(row + 1)),
    finish: () => ({ chunks, chunkBits, ends: ends.finish() }),
  }
}

/** Returns a row. */
export function rowAt({ chunks, chunkBits, ends }: ByteRows, row: number): ByteRange {
  return locate(chunks, chunkBits, ends[row] as number, ends[row + 1] as number)
}

/** The bytes that the processor reads from the memory at once. */
const CACHE_LINE_BYTES = 64

/** Takes what {@link touchRows} reads. The compiler would remove reads without a use. */
const sink = new Uint32Array(1)

/**
 * Reads something of each part of some rows. The processor does that for several parts at a time, so a later reader need not wait
 * for the memory at each row. Rows in one chunk are left out, because the caches of the processor have most of them.
 */
export function touchRows(rows: ByteRows, indexes: readonly number[]): void {
  if (rows.chunks.length === 1) return
  let sum = 0
  for (const index of indexes) {
    const { bytes, start, end } = rowAt(rows, index)
    for (let offset = start; offset < end; offset += CACHE_LINE_BYTES) sum += bytes[offset] as number
  }
  sink[0] = sum
}

/**
 * Returns the row between two ends.
 * @param previousEnd is in the chunk before when the row is the first one of its chunk
 */
function locate(chunks: readonly Buffer[], chunkBits: number, previousEnd: number, end: number): ByteRange {
  const index = (end - 1) >>> chunkBits
  const offset = index * 2 ** chunkBits
  return {
    bytes: chunks[index] as Buffer,
    start: Math.max(previousEnd - offset, 0),
    end: end - offset,
  }
}

/** Allocates an ArrayBuffer of its own, which can be transferred to another thread. */
function allocateBytes(bytes: number): Buffer {
  return Buffer.from(allocate(bytes), 0, bytes)
}
