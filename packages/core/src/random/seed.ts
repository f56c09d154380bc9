// Validates seeds and names the streams of numbers. Changing a name changes the questions of every quiz link
// that players have shared, so docs/seed-contract.md fixes the algorithm.
import { AppError } from '../errors.ts'
import { RANDOM_ERRORS } from './errors.ts'

/** The name and version of the seed contract. It is the first part of every name. */
export const SEED_CONTRACT = 'question-bank/seed/v2'

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

/** The name of a stream of numbers. Different names have different streams. */
export type StreamName = string & { readonly streamName: unique symbol }

/**
 * Names a stream of numbers: {@link SEED_CONTRACT}, the purpose and the parts, each encoded as a netstring (`<length in
 * bytes>:<UTF-8>,`). A netstring contains its length, so different lists of parts have different names.
 * @see https://cr.yp.to/proto/netstrings.txt
 */
export function nameStream(purpose: Purpose, ...parts: readonly string[]): StreamName {
  return [SEED_CONTRACT, purpose, ...parts].map(toNetstring).join('') as StreamName
}

/** Appends a part to a name. `extendName(nameStream(purpose, a), b)` equals `nameStream(purpose, a, b)`. */
export function extendName(name: StreamName, part: string): StreamName {
  return (name + toNetstring(part)) as StreamName
}

/** Encodes a string as a netstring. Its length is in bytes of UTF-8. */
export function toNetstring(text: string): string {
  return `${Buffer.byteLength(text)}:${text},`
}
