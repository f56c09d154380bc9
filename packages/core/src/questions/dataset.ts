// Defines the interface of a dataset. store/ implements it and hides how questions are stored.
import type { ByteString } from '../byte-string.ts'
import type { PerFacet } from './facets.ts'
import type { Filters, Page, Selection, View } from './selection.ts'

/** The number of questions per value of each facet. Values are in the order of their first occurrence. */
export type FacetCounts = PerFacet<ReadonlyMap<string, number>>

/** The questions of a dataset that match filters, in dataset order. */
export interface Matches {
  readonly total: number
  /**
   * Returns one of the questions as a JSON object.
   * @param index from 0 to `total` − 1
   */
  question(index: number): ByteString
}

/** A source of pages of questions: a dataset, or several datasets together. */
export type QuestionSource = Pick<Dataset, 'revisionOf' | 'facets' | 'page'>

/** The immutable questions of a category. Methods return questions as JSON that is already encoded. */
export interface Dataset {
  /** The name of the category, such as `astronomy`. */
  readonly category: string
  /** The display name of the category. */
  readonly title: string
  /** The path of the file, as used in messages. */
  readonly path: string
  /** The revision of the file: 16 hexadecimal digits. */
  readonly revision: string
  /** The number of questions. */
  readonly size: number
  /** The names of the columns that were not read. */
  readonly ignoredColumns: readonly string[]
  /**
   * Returns the revision of the members that a view includes. With hidden answers, it does not depend on
   * `correct_answer`. Otherwise a client that knows every answer but one could find the last one by computing
   * the revision for each option.
   */
  revisionOf(view: View): string
  /** Counts the questions per value of each facet. */
  facets(): FacetCounts
  /**
   * Finds the questions that match filters.
   * @param view how the questions are returned
   * @param seed the seed of shuffled options, or an empty string
   */
  match(filters: Filters, view: View, seed: string): Matches
  /**
   * Returns a page of questions. A page past the end is empty.
   * @throws AppError `random/invalid_seed`
   */
  page(selection: Selection): Page
  /**
   * Returns the questions with these ids, in this order, as JSON objects joined by commas.
   * @throws AppError `questions/unknown_question`. The message lists every unknown id
   */
  questions(ids: readonly string[], view: View): ByteString
  /** Returns one question as a JSON object. @throws AppError `questions/unknown_question` */
  question(id: string, view: View): ByteString
  /** Returns the correct answer to a question. @throws AppError `questions/unknown_question` */
  correctAnswer(id: string): string
}
