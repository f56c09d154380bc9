// The order of options under a key. Options are sorted before they are shuffled: the algorithm is public, so if it
// started from the order of the file, and the file always has the correct answer first, its place could be computed.
import { createGenerator, deriveKey, drawSample } from '../random/index.ts'

type Key = Parameters<typeof deriveKey>

/** The options sorted by UTF-16 code units. */
export function sortOptions(options: readonly string[]): string[] {
  return options.toSorted()
}

/** Shuffles sorted options under a key. `sorted` may also be other texts in the order of the options. */
export function shuffleSorted(sorted: readonly string[], ...key: Key): string[] {
  const generator = createGenerator(deriveKey(...key))
  return drawSample(generator, sorted.length, 0, sorted.length).map((place) => sorted[place] as string)
}

/**
 * The options in an order that depends on the key and on the set of options, not on their previous order.
 * @see docs/seed-contract.md, section 6
 */
export function orderOptions(options: readonly string[], ...key: Key): string[] {
  return shuffleSorted(sortOptions(options), ...key)
}
