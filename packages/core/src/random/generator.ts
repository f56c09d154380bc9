// The generator: Baagøe's Alea as seedrandom ships it, read 32 bits at a time.
// Hand it a key from deriveKey, never a bare seed: Alea itself is no hash.
import seedrandom from 'seedrandom'

/** A stream of 32-bit words that is the same for the same key on every machine. */
export interface Generator {
  /** The next word: an integer from 0 to 2^32 − 1. */
  next(): number
}

/** 2^32, the number of values a word can take. */
const WORDS = 0x1_0000_0000

/** Starts the stream of a key. */
export function createGenerator(key: string): Generator {
  const prng = seedrandom.alea(key)
  return { next: () => prng.int32() >>> 0 }
}

/**
 * An integer from 0 to `bound` − 1, each equally likely: words at or above the largest multiple of
 * `bound` are thrown away and the next one is taken, then the remainder counts.
 * @param bound an integer from 1 to 2^32
 */
export function drawBelow(generator: Generator, bound: number): number {
  const limit = WORDS - (WORDS % bound)
  let word = generator.next()
  while (word >= limit) word = generator.next()
  return word % bound
}
