// Collects numbers into a typed array. They are collected in chunks, because growing one array would leave memory behind
// that the process does not return.

type NumberArray = Uint8Array | Uint16Array | Uint32Array

/** A typed array that numbers are appended to. */
export interface GrowingArray<A extends NumberArray> {
  /** @throws RangeError when the number does not fit into an element */
  push(value: number): void
  at(index: number): number
  /** Returns the numbers, in an ArrayBuffer of their own. */
  finish(): A
}

const CHUNK_BITS = 17
const CHUNK_LENGTH = 2 ** CHUNK_BITS

/** Creates an empty array, for example of `Uint32Array`. */
export function createGrowingArray<A extends NumberArray>(
  ArrayType: new (length: number) => A,
): GrowingArray<A> {
  // The first chunk grows, because most datasets are small.
  let last = new ArrayType(64)
  const chunks = [last]
  let lastLength = 0
  const max = 2 ** (8 * last.BYTES_PER_ELEMENT) - 1
  const grow = () => {
    const isFull = last.length === CHUNK_LENGTH
    const grown = new ArrayType(isFull ? CHUNK_LENGTH : Math.min(CHUNK_LENGTH, last.length * 16))
    if (isFull) lastLength = 0
    else {
      grown.set(last)
      chunks.pop()
    }
    chunks.push(grown)
    last = grown
  }
  return {
    push(value) {
      if (value > max) throw new RangeError(`expected a number up to ${max}, got ${value}`)
      if (lastLength === last.length) grow()
      last[lastLength++] = value
    },
    at: (index) => (chunks[index >>> CHUNK_BITS] as A)[index & (CHUNK_LENGTH - 1)] as number,
    finish() {
      const all = new ArrayType((chunks.length - 1) * CHUNK_LENGTH + lastLength)
      for (const [index, chunk] of chunks.entries()) {
        all.set(chunk === last ? chunk.subarray(0, lastLength) : chunk, index * CHUNK_LENGTH)
      }
      return all
    },
  }
}
