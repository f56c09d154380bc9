// Orders the options of a question by a stream. Options are sorted before they are shuffled, because the
// algorithm is public: if the file listed the correct answer first and the shuffle started from that order,
// its position could be computed.
import { drawSample, type StreamName } from '../random/index.ts'

/** Sorts options by UTF-16 code units. */
export function sortOptions(options: readonly string[]): string[] {
  return options.toSorted()
}

/**
 * Shuffles sorted options by the stream of a name.
 * @param sorted the sorted options, or other strings in the order of the sorted options, such as their JSON
 */
export function shuffleSorted(sorted: readonly string[], name: StreamName): string[] {
  return drawSample(name, sorted.length, 0, sorted.length).map((index) => sorted[index] as string)
}

/**
 * Orders options by the stream of a name. The result depends on the name and on the set of options, not on their previous
 * order.
 * @see docs/seed-contract.md, section 7
 */
export function orderOptions(options: readonly string[], name: StreamName): string[] {
  return shuffleSorted(sortOptions(options), name)
}
