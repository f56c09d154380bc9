// A question as its source has it, before it is cleaned and checked.

/** The possible answers of a source. */
export type RawOptions =
  /** No options: the player types the answer. */
  | { readonly kind: 'none' }
  /**
   * All options in order, one of which is the correct answer. `answer` is its text, letter or number. An empty text is
   * a position without an option.
   */
  | { readonly kind: 'all'; readonly options: readonly string[] }
  /** The wrong answers only. */
  | { readonly kind: 'wrong'; readonly options: readonly string[] }

/** A question of a source. Strings are neither trimmed nor checked, and missing ones are empty. */
export interface RawQuestion {
  /** The position in the source, such as `line 12` or `item 3`. */
  readonly origin: string
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly options: RawOptions
  readonly difficulty: string
  readonly topic: string
  readonly source: string
}

/** A question that was left out, and why. */
export interface Dropped {
  readonly origin: string
  readonly reason: string
}

/** The questions of a source. */
export interface Source {
  /** What the source is, such as `Open Trivia DB JSON`. */
  readonly format: string
  readonly questions: readonly RawQuestion[]
  /** Records that are not questions at all. */
  readonly dropped: readonly Dropped[]
  /** What a person should know about the source as a whole, such as columns that are not used. */
  readonly notes: readonly string[]
  /** Whether texts contain HTML entities by convention. */
  readonly hasHtmlEntities: boolean
}
