// Permutes the integers of a large population with a keyed permutation: a Feistel network. The item at any index is
// computed alone, so the time for a page does not depend on its offset.
import type { Generator } from './generator.ts'

const ROUNDS = 8

/** Returns the item at an index of a permutation. */
export type Permutation = (index: number) => number

/**
 * Creates a permutation of the integers from 0 to `n` − 1. An index is split into two halves of bits. Each round combines
 * one half with a hash of the other half and of a key. A result that is not below `n` is permuted again (cycle walking).
 * @param generator its next eight words are the keys of the rounds
 * @param n an integer from 2 to 2^32
 * @see https://en.wikipedia.org/wiki/Format-preserving_encryption#FPE_from_a_Feistel_network
 */
export function createPermutation(generator: Generator, n: number): Permutation {
  const keys = new Int32Array(ROUNDS)
  for (let round = 0; round < ROUNDS; round++) keys[round] = generator.next()
  const bits = Math.ceil(Math.log2(n))
  const leftBits = bits >>> 1
  const rightBits = bits - leftBits
  return (index) => {
    let item = index
    do item = permuteBits(item, leftBits, rightBits, keys)
    while (item >= n)
    return item
  }
}

/** Permutes the integers of `leftBits + rightBits` bits. All steps are operations on integers of 32 bits. */
function permuteBits(value: number, leftBits: number, rightBits: number, keys: Int32Array): number {
  const leftMask = (1 << leftBits) - 1
  const rightMask = (1 << rightBits) - 1
  let left = value >>> rightBits
  let right = value & rightMask
  // Each step is two rounds, after which the halves are at their places again.
  for (let round = 0; round < ROUNDS; round += 2) {
    left ^= hashWord(right + (keys[round] as number)) & leftMask
    right ^= hashWord(left + (keys[round + 1] as number)) & rightMask
  }
  return ((left << rightBits) | right) >>> 0
}

/** Hashes a 32-bit word: the finalizer of MurmurHash3. @see https://github.com/aappleby/smhasher */
function hashWord(word: number): number {
  let mixed = word | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
