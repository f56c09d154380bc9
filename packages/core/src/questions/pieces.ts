// Rows ready to be sent, whole and cut where their options stand: options in another order are joined, and neither
// parsed nor sorted nor written again.
import { drawOrder, sortOptions } from './order-options.ts'
import type { Question } from './question.ts'
import { type PackedRows, packRows, rowText } from './rows.ts'
import { versionOf } from './version.ts'

/** Questions as JSON. */
export interface Rows extends PackedRows {
  /** Changes with what the rows hold. */
  readonly version: string
  /** Each row cut at its options; undefined for one without. */
  readonly pieces: readonly (Pieces | undefined)[]
}

/** The JSON text of a question around its options, and those as JSON texts, sorted as drawOrder wants them. */
interface Pieces {
  readonly id: string
  readonly head: string
  readonly options: readonly string[]
  readonly tail: string
}

/** The options of each question as JSON texts, sorted; undefined for one without. */
export type OptionTexts = readonly (readonly string[] | undefined)[]

/** Writes the options of some questions. */
export function writeOptions(questions: readonly Question[]): OptionTexts {
  return questions.map(
    ({ options }) => options && sortOptions(options).map((option) => JSON.stringify(option)),
  )
}

/** Makes the rows of some questions with their options; without a `version` they get one of their own content. */
export function makeRows(questions: readonly Question[], options: OptionTexts, version?: string): Rows {
  const texts = questions.map((question) => JSON.stringify(question))
  const packed = packRows(texts)
  const pieces = questions.map(({ id }, row) => cutAtOptions(id, texts[row] as string, options[row]))
  return { ...packed, version: version ?? versionOf(packed.bytes), pieces }
}

// No other part of a text can hold this: its quotation marks would be escaped.
const OPTIONS = '"options":['

function cutAtOptions(id: string, text: string, options: OptionTexts[number]): Pieces | undefined {
  if (!options) return undefined
  const start = text.indexOf(OPTIONS) + OPTIONS.length
  const end = start + options.join().length
  return { id, head: text.slice(0, start), options, tail: text.slice(end) }
}

/**
 * A row's JSON text with its options in the order that (category, seed, id) fixes.
 * @param seed '' where there is none
 * @see docs/seed-contract.md, section 6
 */
export function rowTextInOrder(rows: Rows, row: number, category: string, seed: string): string {
  const pieces = rows.pieces[row]
  if (!pieces) return rowText(rows, row)
  const { id, head, options, tail } = pieces
  return head + drawOrder(options, 'options', category, seed, id).join(',') + tail
}
