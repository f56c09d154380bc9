// Generates random words from a key. Each block of four words is one call of Threefry.
import type { Key, StreamNumber } from './seed.ts'
import { threefry, type Words } from './threefry.ts'

/** A stream of 32-bit words. Equal keys and numbers give equal streams on every machine. */
export interface Generator {
  /** Returns the next word: an integer from 0 to 2^32 − 1. */
  next(): number
}

/** The number of different 32-bit words, 2^32. */
const WORD_COUNT = 0x1_0000_0000
/** The number of words of a block. */
const BLOCK_WORDS = 4
const NO_WORDS: Words = [0, 0, 0, 0]

/** Creates the generator of a stream. */
export function createGenerator(key: Key, stream: StreamNumber): Generator {
  let blocks = 0
  let words = NO_WORDS
  let position = BLOCK_WORDS
  return {
    next() {
      if (position === BLOCK_WORDS) {
        words = threefry(key, [blocks++, stream[0], stream[1], stream[2]])
        position = 0
      }
      return (words[position++] as number) >>> 0
    },
  }
}

/**
 * Draws an integer from 0 to `bound` − 1 without bias, by rejection sampling. It skips words that are not
 * below the largest multiple of `bound`, and returns the remainder of the first other word.
 * @param bound an integer from 1 to 2^32
 */
export function drawBelow(generator: Generator, bound: number): number {
  let word = generator.next()
  // Nearly every word is below this number, which is not above the largest multiple. The remainder of 2^32 takes time, because
  // it needs more than 32 bits.
  if (word > WORD_COUNT - bound) {
    const limit = WORD_COUNT - (WORD_COUNT % bound)
    while (word >= limit) word = generator.next()
  }
  return (word >>> 0) % bound
}
