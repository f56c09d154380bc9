// What is read from a file before its questions are understood.
import type { Table } from '@qb/core/questions'

/** A record, or a question, that was left out, and why. */
export interface Dropped {
  /** The number of its line, row or item, from 1. */
  readonly number: number
  readonly reason: string
  /** The text of the question, where it is known. */
  readonly question?: string
}

/** The table of a file. */
export interface Source {
  readonly table: Table
  /** Such as `Open Trivia DB JSON`. */
  readonly format: string
  /** The encoding of a text. */
  readonly encoding?: string
  /** What its records are, such as `line`. */
  readonly unit: 'line' | 'row' | 'item'
  /** Records that are not questions at all. */
  readonly dropped: readonly Dropped[]
  /** Whether texts contain HTML entities by convention. */
  readonly hasHtmlEntities?: boolean
  /** Whether it is a known format, whose other members are never needed. */
  readonly isKnown?: boolean
  /** The numbers of the questions whose options are True and False because their format says no more. */
  readonly truths?: ReadonlySet<number>
  /** What a person should know about the file, besides its table. */
  readonly notes?: readonly string[]
}
