// Derives the key of a generator from a seed: SHA-256 over netstrings, so that different lists of parts have different
// keys. A change in this file breaks every shared quiz link: see docs/seed-contract.md.
import { hash } from 'node:crypto'
import { AppError } from '../errors.ts'
import { RANDOM_ERRORS } from './errors.ts'

/** The first part of every key: the name and version of the contract. */
export const SEED_CONTRACT = 'question-bank/seed/v1'

/** The maximum length of a seed in Unicode code points. The minimum is 1. */
export const MAX_SEED_CHARACTERS = 128

/** The purpose of a stream of numbers. Different purposes have different streams. */
export type Purpose = 'order' | 'options' | 'choices'

/**
 * Checks a seed. Seeds are compared exactly, as strings: they are not trimmed, normalised or read as numbers.
 * @throws AppError `random/invalid_seed` when it is empty, longer than {@link MAX_SEED_CHARACTERS} code points, or not
 * well-formed Unicode
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
 * Derives the key of one stream of numbers: the SHA-256, as 64 lower-case hex digits, of the contract's name, the purpose
 * and the parts, each as a netstring (`<length in bytes>:<UTF-8 text>,`).
 * @see https://cr.yp.to/proto/netstrings.txt
 */
export function deriveKey(purpose: Purpose, ...parts: readonly string[]): string {
  const netstrings = [SEED_CONTRACT, purpose, ...parts].map((part) => `${Buffer.byteLength(part)}:${part},`)
  return hash('sha256', netstrings.join(''))
}
