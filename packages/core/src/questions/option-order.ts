// Orders the options of a question by a generator. Options are sorted before they are shuffled, because the
// algorithm is public: if the file listed the correct answer first and the shuffle started from that order,
// its position could be computed.
import { drawSample, type Generator } from '../random/index.ts'

/**
 * Orders options by a new generator. The result depends on the generator and on the set of options, not on their previous
 * order.
 * @see docs/seed-contract.md, section 7
 */
export function orderOptions(options: readonly string[], generator: Generator): string[] {
  const sorted = options.toSorted()
  return drawSample(generator, sorted.length, 0, sorted.length).map((index) => sorted[index] as string)
}
