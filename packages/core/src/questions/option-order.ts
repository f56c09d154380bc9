// Orders the options of a question by a key. Options are sorted before they are shuffled, because the
// algorithm is public: if the file listed the correct answer first and the shuffle started from that order,
// its position could be computed.
import { createGenerator, deriveKey, drawSample } from '../random/index.ts'

/** The arguments of `deriveKey`. */
type Key = Parameters<typeof deriveKey>

/** Sorts options by UTF-16 code units. */
export function sortOptions(options: readonly string[]): string[] {
  return options.toSorted()
}

/**
 * Shuffles sorted options by a key.
 * @param sorted the sorted options, or other strings in the order of the sorted options, such as their JSON
 */
export function shuffleSorted(sorted: readonly string[], ...key: Key): string[] {
  const generator = createGenerator(deriveKey(...key))
  return drawSample(generator, sorted.length, 0, sorted.length).map((index) => sorted[index] as string)
}

/**
 * Orders options by a key. The result depends on the key and on the set of options, not on their previous
 * order.
 * @see docs/seed-contract.md, section 6
 */
export function orderOptions(options: readonly string[], ...key: Key): string[] {
  return shuffleSorted(sortOptions(options), ...key)
}
