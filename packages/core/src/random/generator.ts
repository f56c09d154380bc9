// Generates random numbers with SHA-256 in counter mode. Each block of a stream is one hash.
import { hash } from 'node:crypto'
import { type StreamName, toNetstring } from './seed.ts'

/** A stream of 32-bit words. Equal names give equal streams on every machine. */
export interface Generator {
  /** Returns the next word: an integer from 0 to 2^32 − 1. */
  next(): number
}

/** The number of different 32-bit words, 2^32. */
const WORD_COUNT = 0x1_0000_0000
/** The length of a block in bytes: eight words. */
const BLOCK_BYTES = 32

/** Creates the generator of a stream. */
export function createGenerator(name: StreamName): Generator {
  let blocks = 0
  let offset = BLOCK_BYTES
  // Each character of a binary string is a byte. Node creates such a string faster than a Buffer.
  let block = ''
  return {
    next() {
      if (offset === BLOCK_BYTES) {
        block = hash('sha256', name + toNetstring(String(blocks)), 'binary')
        blocks += 1
        offset = 0
      }
      const word =
        (block.charCodeAt(offset) << 24) |
        (block.charCodeAt(offset + 1) << 16) |
        (block.charCodeAt(offset + 2) << 8) |
        block.charCodeAt(offset + 3)
      offset += 4
      return word >>> 0
    },
  }
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
