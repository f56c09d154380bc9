// A seed becomes a generator's key: SHA-256 over netstrings, so that no two lists of parts share a key.
// Changing anything here changes every shared quiz link: see docs/seed-contract.md.
import { hash } from 'node:crypto'
import { CoreError } from '../errors.ts'

/** The first part of every key: the contract's name and version. */
export const SEED_CONTRACT = 'question-bank/seed/v1'

/** The most Unicode code points a seed may have; the least is 1. */
export const MAX_SEED_CHARACTERS = 128

/** What a stream of numbers is drawn for; two purposes never share a stream. */
export type Purpose = 'order' | 'options' | 'choices'

/**
 * Checks a seed that somebody sent. Seeds are compared exactly, as strings: nothing is trimmed,
 * normalised or read as a number.
 * @throws CoreError `invalid_seed` when it is empty, longer than {@link MAX_SEED_CHARACTERS} code points, or not well-formed Unicode
 */
export function assertSeed(seed: string): void {
  if (!seed.isWellFormed())
    throw new CoreError('invalid_seed', 'expected well-formed Unicode, got a lone surrogate')
  const length = [...seed].length
  if (length < 1 || length > MAX_SEED_CHARACTERS) {
    throw new CoreError('invalid_seed', `expected 1 to ${MAX_SEED_CHARACTERS} characters, got ${length}`)
  }
}

/**
 * The key of one stream of numbers: 64 lower-case hex digits, the SHA-256 of the contract's name, the
 * purpose and the parts, each as a netstring (`<bytes in UTF-8>:<text>,`).
 * @see https://cr.yp.to/proto/netstrings.txt
 */
export function deriveKey(purpose: Purpose, ...parts: readonly string[]): string {
  const netstrings = [SEED_CONTRACT, purpose, ...parts].map((part) => `${Buffer.byteLength(part)}:${part},`)
  return hash('sha256', netstrings.join(''))
}
