// Validates seeds and derives the keys of generators. Changing a key changes the questions of every quiz link
// that players have shared, so docs/seed-contract.md fixes the algorithm.
import { hash } from 'node:crypto'
import { AppError } from '../errors.ts'
import { RANDOM_ERRORS } from './errors.ts'

/** The name and version of the seed contract. It is the first part of every key. */
export const SEED_CONTRACT = 'question-bank/seed/v1'

/** Maximum length of a seed in Unicode code points. The minimum is 1. */
export const MAX_SEED_CHARACTERS = 128

/** What a stream of numbers orders. Different purposes have different streams. */
export type Purpose = 'order' | 'options' | 'choices'

/**
 * Validates a seed. Seeds are compared as strings: they are not trimmed, normalised or converted to numbers.
 * @throws AppError `random/invalid_seed` when it is empty, longer than {@link MAX_SEED_CHARACTERS} code
 * points, or not well-formed Unicode
 */
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

/**
 * Derives the key of a stream of numbers: the SHA-256 of {@link SEED_CONTRACT}, the purpose and the parts,
 * each encoded as a netstring (`<length in bytes>:<UTF-8>,`). A netstring contains its length, so different
 * lists of parts have different keys.
 * @returns 64 lower-case hexadecimal digits
 * @see https://cr.yp.to/proto/netstrings.txt
 */
export function deriveKey(purpose: Purpose, ...parts: readonly string[]): string {
  const netstrings = [SEED_CONTRACT, purpose, ...parts].map((part) => `${Buffer.byteLength(part)}:${part},`)
  return hash('sha256', netstrings.join(''))
}
