// Validates seeds and derives the keys and numbers of streams. Changing a key changes the questions of every quiz link that
// players have shared, so docs/seed-contract.md fixes the algorithm.
import { hash } from 'node:crypto'
import { AppError } from '../errors.ts'
import { RANDOM_ERRORS } from './errors.ts'
import type { Words } from './threefry.ts'

/** The name and version of the seed contract. It is the first part of every hashed name. */
export const SEED_CONTRACT = 'question-bank/seed/v2'

/** Maximum length of a seed in Unicode code points. The minimum is 1. */
export const MAX_SEED_CHARACTERS = 128

/**
 * Validates a seed. Seeds are compared as strings: they are not trimmed, normalised or converted to numbers.
 * @throws AppError `random/invalid_seed` when it is empty, longer than {@link MAX_SEED_CHARACTERS} code
 * points, or not well-formed Unicode
 */
export function assertSeed(seed: string): void {
  if (!seed.isWellFormed())
    throw new AppError(RANDOM_ERRORS.invalid_seed, 'expected well-formed Unicode, got a lone surrogate')
  // There are at most as many code points as code units, which need no count.
  if (seed.length > 0 && seed.length <= MAX_SEED_CHARACTERS) return
  const length = [...seed].length
  if (length < 1 || length > MAX_SEED_CHARACTERS) {
    throw new AppError(
      RANDOM_ERRORS.invalid_seed,
      `expected 1 to ${MAX_SEED_CHARACTERS} characters, got ${length}`,
    )
  }
}

/** The key of a set of streams: a hash of a name. */
export type Key = Words

/**
 * What a key is for: `seed` orders questions and their options by a seed, and `choices` orders the options of questions whose
 * choices are in columns.
 */
export type Purpose = 'seed' | 'choices'

/**
 * Creates a key: the first four words of the SHA-256 of {@link SEED_CONTRACT}, the purpose and the parts, each encoded as a
 * netstring (`<length in bytes>:<UTF-8>,`). A netstring contains its length, so different lists of parts have different
 * keys.
 * @see https://cr.yp.to/proto/netstrings.txt
 */
export function createKey(purpose: Purpose, ...parts: readonly string[]): Key {
  let name = PREFIXES[purpose]
  for (const part of parts) name += toNetstring(part)
  const digest = hashBytes(name)
  return [readWord(digest, 0), readWord(digest, 4), readWord(digest, 8), readWord(digest, 12)]
}

/** The beginning of each name. */
const PREFIXES: Readonly<Record<Purpose, string>> = {
  seed: toNetstring(SEED_CONTRACT) + toNetstring('seed'),
  choices: toNetstring(SEED_CONTRACT) + toNetstring('choices'),
}

/** The number of a stream: three words. Each key has a stream per number. */
export type StreamNumber = readonly [number, number, number]

/** The number of the stream that orders questions. */
export const QUESTION_ORDER: StreamNumber = [0, 0, 0]

/**
 * Returns the number of the stream that orders the options of a question: the first three words of the SHA-256 of its id.
 */
export function optionOrderOf(id: string): StreamNumber {
  const digest = hashBytes(id)
  return [readWord(digest, 0), readWord(digest, 4), readWord(digest, 8)]
}

/** Encodes a string as a netstring. Its length is in bytes of UTF-8. */
function toNetstring(text: string): string {
  return `${Buffer.byteLength(text)}:${text},`
}

/** Hashes a text. Each character of the result is a byte: Node creates such a string faster than a Buffer. */
function hashBytes(text: string): string {
  return hash('sha256', text, 'binary')
}

/** Reads four bytes, the most significant one first. */
function readWord(bytes: string, offset: number): number {
  return (
    (bytes.charCodeAt(offset) << 24) |
    (bytes.charCodeAt(offset + 1) << 16) |
    (bytes.charCodeAt(offset + 2) << 8) |
    bytes.charCodeAt(offset + 3)
  )
}
