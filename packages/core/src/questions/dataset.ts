// The interface of a dataset. How questions are stored is private to store/, so another storage is another
// implementation of this interface.
import type { PerFacet } from './facets.ts'
import type { Page, Selection, View } from './selection.ts'

/** The number of questions per value of each facet. Values are in order of first appearance. */
export type FacetCounts = PerFacet<ReadonlyMap<string, number>>

/** The immutable questions of a category. Methods return questions as JSON texts. */
export interface Dataset {
  readonly category: string
  /** The display name of the category. */
  readonly title: string
  /** The file as it appears in diagnostics. */
  readonly path: string
  /** The revision of the file: 16 hex digits that change exactly when the bytes of the file change. */
  readonly revision: string
  /** The number of questions. */
  readonly size: number
  /** Names of columns of the file that were not read. */
  readonly ignoredColumns: readonly string[]
  /**
   * The revision of the members that a view includes. With hidden answers it does not depend on `correct_answer`:
   * a client who knows every answer but one could otherwise find that one by trying values against the revision.
   */
  revisionOf(view: View): string
  facets(): FacetCounts
  /**
   * A page of questions, empty past the end.
   * @throws AppError `random/invalid_seed`
   */
  page(selection: Selection): Page
  /**
   * The questions with these ids, in this order, as JSON texts joined by commas.
   * @throws AppError `questions/unknown_question` with every unknown id in its message
   */
  questions(ids: readonly string[], view: View): string
  /** @throws AppError `questions/unknown_question` */
  question(id: string, view: View): string
  /** @throws AppError `questions/unknown_question` */
  correctAnswer(id: string): string
}
