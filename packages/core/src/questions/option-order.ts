// Orders the options of a question by a stream. Options are sorted before they are shuffled, because the
// algorithm is public: if the file listed the correct answer first and the shuffle started from that order,
// its position could be computed.
import { drawOrder, type Stream } from '../random/index.ts'

/**
 * Orders options by a new stream. The result depends on the stream and on the set of options, not on their previous
 * order.
 * @see docs/seed-contract.md, section 6
 */
export function orderOptions(options: readonly string[], stream: Stream): string[] {
  const sorted = options.toSorted()
  return drawOrder(stream, sorted.length, 0, sorted.length).map((index) => sorted[index] as string)
}
