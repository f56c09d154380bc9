// Generates random numbers with Johannes Baagøe's Alea, as implemented by seedrandom. The generator takes a
// key from `deriveKey`, never a seed: Alea does not hash its argument.
import seedrandom from 'seedrandom'

/** A stream of 32-bit words. Equal keys give equal streams on every machine. */
export interface Generator {
  /** Returns the next word: an integer from 0 to 2^32 − 1. */
  next(): number
}

/** The number of different 32-bit words, 2^32. */
const WORD_COUNT = 0x1_0000_0000

/** Creates the generator of a key from `deriveKey`. */
export function createGenerator(key: string): Generator {
  const prng = seedrandom.alea(key)
  return { next: () => prng.int32() >>> 0 }
}

/**
 * Draws an integer from 0 to `bound` − 1 without bias, by rejection sampling. It skips words that are not
 * below the largest multiple of `bound`, and returns the remainder of the first other word.
 * @param bound an integer from 1 to 2^32
 */
export function drawBelow(generator: Generator, bound: number): number {
  const limit = WORD_COUNT - (WORD_COUNT % bound)
  let word = generator.next()
  while (word >= limit) word = generator.next()
  return word % bound
}
