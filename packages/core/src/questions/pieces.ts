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

/** Makes the rows of some questions; without a `version` they get one of their own content. */
export function makeRows(questions: readonly Question[], version?: string): Rows {
  const packed = packRows(questions.map((question) => JSON.stringify(question)))
  return { ...packed, version: version ?? versionOf(packed.bytes), pieces: questions.map(cutAtOptions) }
}

function cutAtOptions(question: Question): Pieces | undefined {
  if (!question.options) return undefined
  // No text can hold this: its quotation marks would be escaped.
  const [head = '', tail = ''] = JSON.stringify({ ...question, options: [] }).split('"options":[]')
  const options = sortOptions(question.options).map((option) => JSON.stringify(option))
  return { id: question.id, head: `${head}"options":[`, options, tail: `]${tail}` }
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
