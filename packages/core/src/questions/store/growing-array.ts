// Collects numbers into a typed array.
import { allocateUint32 } from './allocate.ts'

/** An array of unsigned 32-bit integers that numbers are appended to. */
export interface GrowingArray {
  /** @throws RangeError when the number is not from 0 to 4,294,967,295 */
  push(value: number): void
  at(index: number): number
  /** Returns the numbers, in memory of their own. */
  finish(): Uint32Array
}

const MAX_VALUE = 2 ** 32 - 1
const INITIAL_LENGTH = 64
const GROWTH = 4

/** Creates an empty array. */
export function createGrowingArray(): GrowingArray {
  let numbers = allocateUint32(INITIAL_LENGTH)
  let length = 0
  return {
    push(value) {
      if (value > MAX_VALUE) throw new RangeError(`expected a number up to ${MAX_VALUE}, got ${value}`)
      if (length === numbers.length) {
        const grown = allocateUint32(length * GROWTH)
        grown.set(numbers)
        numbers = grown
      }
      numbers[length++] = value
    },
    at: (index) => numbers[index] as number,
    finish() {
      const all = allocateUint32(length)
      all.set(numbers.subarray(0, length))
      return all
    },
  }
}
