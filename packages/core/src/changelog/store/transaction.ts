// Defines transactions, the changes of a changelog.
import type { Precondition } from '../../revision.ts'
import type { ChangelogDocument } from '../document/index.ts'
import type { NewEntry } from '../entry.ts'

/** A change of a changelog. */
export type Transaction<T> = Edit<T> | Addition<T>

/** A change by a function. */
export interface Edit<T> {
  /** The condition that the revision must satisfy before the change. */
  readonly precondition?: Precondition | undefined
  /**
   * A pure function. Returns the changed document, or the same document when nothing changes. It is called
   * again with the new content when another process changes the file before the change is published.
   */
  readonly change: (document: ChangelogDocument) => {
    readonly document: ChangelogDocument
    readonly result: T
  }
}

/** A change that only adds entries. Those that follow each other are made at once. */
export interface Addition<T> {
  readonly precondition?: Precondition | undefined
  readonly entries: readonly NewEntry[]
  readonly result: T
}

/** The result of a transaction, and the revision after it. */
export interface Committed<T> {
  readonly result: T
  /** The revision of the file after all transactions that were published together. */
  readonly revision: string
}

/** What a transaction would do. */
export interface Preview<T> {
  readonly result: T
  /** The revision of the file, which is unchanged. */
  readonly revision: string
  /** The unified diff of the file. Empty when nothing would change. */
  readonly diff: string
}
