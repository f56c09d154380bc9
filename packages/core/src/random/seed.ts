// Validates seeds, and derives the random words of a seed. A change of them changes the questions of every quiz link that players
// have shared, so docs/seed-contract.md fixes the algorithm.
import { hash } from 'node:crypto'
import seedrandom from 'seedrandom'
import { AppError, defineErrors } from '../errors.ts'

/** The name and version of the seed contract. It is the first part of every hashed name. */
export const SEED_CONTRACT = 'question-bank/seed/v3'

/** Maximum length of a seed in Unicode code points. The minimum is 1. */
export const MAX_SEED_CHARACTERS = 128

export const RANDOM_ERRORS = defineErrors('random', {
  invalid_seed: { outcome: 'invalid' },
})

/** Validates a seed as it is. @throws AppError `random/invalid_seed` beyond {@link MAX_SEED_CHARACTERS} code points */
export function assertSeed(seed: string): void {
  if (!seed.isWellFormed())
    throw new AppError(RANDOM_ERRORS.invalid_seed, 'expected well-formed Unicode, got a lone surrogate')
  const length = [...seed].length
  if (length < 1 || length > MAX_SEED_CHARACTERS) {
    throw new AppError(
      RANDOM_ERRORS.invalid_seed,
      `expected 1 to ${MAX_SEED_CHARACTERS} characters, got ${length}`,
    )
  }
}

/** The key of a stream: three 32-bit words, signed. */
export type Key = readonly [number, number, number]

/**
 * What a key is for. `questions` orders questions by a seed, `options` orders the options of each question by a seed, and
 * `choices` orders the options of questions whose choices are in columns.
 */
export type Purpose = 'questions' | 'options' | 'choices'

/**
 * Creates a key: the first three words of the SHA-256 of {@link SEED_CONTRACT}, the purpose and the parts, each encoded as a
 * netstring (`<length in bytes>:<UTF-8>,`). A netstring contains its length, so different lists of parts have different
 * keys.
 * @see https://cr.yp.to/proto/netstrings.txt
 */
export function createKey(purpose: Purpose, ...parts: readonly string[]): Key {
  const netstrings = [SEED_CONTRACT, purpose, ...parts].map((text) => `${Buffer.byteLength(text)}:${text},`)
  return hashWords(netstrings.join(''))
}

/** Hashes the id of a question, for {@link keyOfQuestion}. */
export function hashId(id: string): Key {
  return hashWords(id)
}

/** Derives the key for the options of one question. @param idHash see {@link hashId} */
export function keyOfQuestion(key: Key, idHash: Key): Key {
  return [key[0] ^ idHash[0], key[1] ^ idHash[1], key[2] ^ idHash[2]]
}

/** Returns the next word of a stream: an integer from 0 to 2^32 − 1. */
export type Stream = () => number

/**
 * The number of words at the start of each stream that are not used. Alea has no warm-up: its first words are nearly the key
 * itself, so the orders of options would determine each other.
 */
const DISCARDED_WORDS = 8

/** Opens the stream of a key. Equal keys give equal words on every machine. */
export function openStream([word0, word1, word2]: Key): Stream {
  const state = { c: 1, s0: toFraction(word0), s1: toFraction(word1), s2: toFraction(word2) }
  const alea = seedrandom.alea('', { state })
  for (let word = 0; word < DISCARDED_WORDS; word++) alea.int32()
  return () => alea.int32() >>> 0
}

/** Converts a word to a number from 0 to 1. */
function toFraction(word: number): number {
  return (word >>> 0) / 2 ** 32
}

/** Returns the first three words of the SHA-256 of a text, the most significant byte first. */
function hashWords(text: string): Key {
  // Each character is a byte. Numbers are read from them faster than from hexadecimal digits.
  const digest = hash('sha256', text, 'binary')
  const wordAt = (index: number) =>
    [0, 1, 2, 3].reduce((word, byte) => (word << 8) | digest.charCodeAt(4 * index + byte), 0)
  return [wordAt(0), wordAt(1), wordAt(2)]
}
