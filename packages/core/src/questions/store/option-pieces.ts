// The JSON text of a question, split at its options, so that shuffled options need no parsing and no serialisation.
import { shuffleSorted, sortOptions } from '../option-order.ts'
import type { Question } from '../question.ts'

/** The JSON text before and after the options, and the sorted options as JSON texts. */
export interface OptionPieces {
  readonly id: string
  readonly head: string
  readonly options: readonly string[]
  readonly tail: string
}

/** The sorted options of a question as JSON texts; undefined when it has none. */
export function writeOptions({ options }: Question): readonly string[] | undefined {
  return options && sortOptions(options).map((option) => JSON.stringify(option))
}

// No JSON string contains this text, because its quotation marks would be escaped.
const OPTIONS = '"options":['

/** Splits the JSON text of the question `id` at its options; undefined for a question without options. */
export function splitAtOptions(
  id: string,
  json: string,
  options: readonly string[] | undefined,
): OptionPieces | undefined {
  if (!options) return undefined
  const start = json.indexOf(OPTIONS) + OPTIONS.length
  const end = start + options.join().length
  return { id, head: json.slice(0, start), options, tail: json.slice(end) }
}

/**
 * The JSON text of the question with its options in the order of (category, seed, id).
 * @param seed '' for an order without a seed
 * @see docs/seed-contract.md, section 6
 */
export function joinShuffled(
  { id, head, options, tail }: OptionPieces,
  category: string,
  seed: string,
): string {
  return head + shuffleSorted(options, 'options', category, seed, id).join(',') + tail
}
