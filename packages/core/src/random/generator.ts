// The generator: Johannes Baagøe's Alea, as implemented by seedrandom, read 32 bits at a time.
// Its argument must be a key from deriveKey, never a seed: Alea itself is not a hash.
import seedrandom from 'seedrandom'

/** A stream of 32-bit words. The same key gives the same stream on every machine. */
export interface Generator {
  /** The next word: an integer from 0 to 2^32 − 1. */
  next(): number
}

/** The number of different words, 2^32. */
const WORDS = 0x1_0000_0000

/** Creates the generator of a key. */
export function createGenerator(key: string): Generator {
  const prng = seedrandom.alea(key)
  return { next: () => prng.int32() >>> 0 }
}

/**
 * Draws an integer from 0 to `bound` − 1, all equally likely. Words at or above the largest multiple of `bound` are
 * rejected; the result is the remainder of the first word that is not.
 * @param bound an integer from 1 to 2^32
 */
export function drawBelow(generator: Generator, bound: number): number {
  const limit = WORDS - (WORDS % bound)
  let word = generator.next()
  while (word >= limit) word = generator.next()
  return word % bound
}
