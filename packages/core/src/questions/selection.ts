// Defines a selection of questions by filters, order, page and view.
import type { ByteString } from '../byte-string.ts'
import type { PerFacet } from './facets.ts'

/** The order of a selection: the order of the dataset, or the random order of a seed. */
export type Order = { readonly kind: 'dataset' } | { readonly kind: 'seeded'; readonly seed: string }

/** How questions are represented. */
export interface View {
  /** Whether `correct_answer` is omitted. */
  readonly hideAnswers: boolean
  /** Whether options are ordered by the seed of the selection and the id of the question. */
  readonly shuffleOptions: boolean
  /** Whether `source` is included. It can reveal the answer, so it is never combined with `hideAnswers`. */
  readonly includeSource: boolean
}

/** The allowed values of each facet. An empty list allows every question. */
export type Filters = PerFacet<readonly string[]>

/** Selects a page of the questions of a dataset. */
export interface Selection {
  readonly order: Order
  readonly filters: Filters
  /** The number of questions to skip, at least 0. */
  readonly offset: number
  /** Maximum number of questions to return, at least 0. */
  readonly count: number
  readonly view: View
}

/** A page of questions. */
export interface Page {
  /** The number of questions that match the filters. */
  readonly total: number
  /** The questions as JSON objects joined by commas. Empty past the end. */
  readonly json: ByteString
  /** The offset of the next page, or null on the last page. */
  readonly nextOffset: number | null
}
