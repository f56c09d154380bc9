// Defines transactions, the changes of a changelog.
import type { GitPreview, Published } from '../../git/index.ts'
import type { Precondition } from '../../revision.ts'
import type { ChangelogDocument } from '../document/index.ts'
import type { ReleaseOptions } from '../edit/index.ts'
import type { NewEntry } from '../entry.ts'
import type { IdempotencyKey } from './journal/index.ts'

/** A change of a changelog. */
export type Transaction<T> = Addition<T> | Release<T> | Edit<T>

interface Conditions {
  /** The condition that the revision must satisfy before the change. */
  readonly precondition?: Precondition | undefined
  /** The key of the request. A transaction with the key of an earlier one has its result, and changes nothing. */
  readonly idempotencyKey?: IdempotencyKey | undefined
}

/** A change by a function. Its result is kept as JSON when there is a key. */
export interface Edit<T> extends Conditions {
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
export interface Addition<T> extends Conditions {
  readonly entries: readonly NewEntry[]
  readonly result: T
}

/** A release of the Unreleased section. */
export interface Release<T> extends Conditions {
  readonly release: ReleaseOptions
  /** Creates the result. It is kept as JSON when there is a key. */
  readonly describe: (outcome: ReleaseEffect) => T
}

/** What a release did. */
export type ReleaseEffect =
  | { readonly kind: 'released'; readonly version: string }
  | { readonly kind: 'nothing_to_release'; readonly version: string; readonly reason: string }

/** The result of a transaction, and the revision after it. */
export interface Committed<T> extends Published {
  readonly result: T
  /** The revision of the file after all transactions that were published together. */
  readonly revision: string
  /** Whether it is the result of an earlier transaction with the same key. Then the revision is the one at that time. */
  readonly isReplayed: boolean
}

/** What a transaction would do. */
export interface Preview<T> {
  readonly result: T
  /** The revision of the file, which is unchanged. */
  readonly revision: string
  /** The unified diff of the file. Empty when nothing would change. */
  readonly diff: string
  /** What would be recorded in git. Undefined when nothing would be. */
  readonly git?: GitPreview | undefined
}
