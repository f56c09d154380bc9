// The order of options under a key. They are sorted first: the rule is public, so if it began with the sheet's order,
// whoever knows that a sheet puts the right answer first could work out where it went.
import { createGenerator, deriveKey, drawSample } from '../random/index.ts'

type Key = Parameters<typeof deriveKey>

/** The options by their UTF-16 code units. */
export function sortOptions(options: readonly string[]): string[] {
  return options.toSorted()
}

/** What stands for each of the sorted options, in the order that the key draws. */
export function drawOrder(sorted: readonly string[], ...key: Key): string[] {
  const generator = createGenerator(deriveKey(...key))
  return drawSample(generator, sorted.length, 0, sorted.length).map((place) => sorted[place] as string)
}

/**
 * The options in an order that only the key and the set of them decide; how they were ordered before does not.
 * @see docs/seed-contract.md, section 6
 */
export function orderOptions(options: readonly string[], ...key: Key): string[] {
  return drawOrder(sortOptions(options), ...key)
}
