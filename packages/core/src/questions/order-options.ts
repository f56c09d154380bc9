// The order of options under a key. They are sorted first: the rule is public, so if it began with the sheet's order,
// whoever knows that a sheet puts the right answer first could work out where it went.
import { createGenerator, deriveKey, drawSample } from '../random/index.ts'

/**
 * The options in an order that only the key and the set of them decide; how they were ordered before does not.
 * @see docs/seed-contract.md, section 6
 */
export function orderOptions(options: readonly string[], ...key: Parameters<typeof deriveKey>): string[] {
  const sorted = options.toSorted()
  const generator = createGenerator(deriveKey(...key))
  return drawSample(generator, sorted.length, 0, sorted.length).map((place) => sorted[place] as string)
}
