// Splits the JSON of a question at its options, so that shuffling them needs no parsing and no serialisation.
import { nameStream } from '../../random/index.ts'
import { shuffleSorted, sortOptions } from '../option-order.ts'
import type { Question } from '../question.ts'

/** The JSON of a question, split at its options. */
export interface OptionPieces {
  /** The id of the question. */
  readonly id: string
  /** The JSON before the first option. */
  readonly head: string
  /** The options as JSON strings, in sorted order. */
  readonly options: readonly string[]
  /** The JSON after the last option. */
  readonly tail: string
}

/** Serialises the options of a question, in sorted order. Returns undefined when the question has none. */
export function serializeOptions({ options }: Question): readonly string[] | undefined {
  return options && sortOptions(options).map((option) => JSON.stringify(option))
}

// No JSON string contains this marker, because the quotation marks would be escaped.
const OPTIONS_START = '"options":['

/**
 * Splits the JSON of a question at its options. Returns undefined when the question has no options.
 * @param options the result of {@link serializeOptions}
 */
export function splitAtOptions(
  id: string,
  json: string,
  options: readonly string[] | undefined,
): OptionPieces | undefined {
  if (!options) return undefined
  const start = json.indexOf(OPTIONS_START) + OPTIONS_START.length
  const end = start + options.join().length
  return { id, head: json.slice(0, start), options, tail: json.slice(end) }
}

/**
 * Returns the JSON of a question with its options in the order of category, seed and id.
 * @param seed an empty string when the request has no seed
 * @see docs/seed-contract.md, section 7
 */
export function joinShuffled(
  { id, head, options, tail }: OptionPieces,
  category: string,
  seed: string,
): string {
  return head + shuffleSorted(options, nameStream('options', category, seed, id)).join(',') + tail
}
