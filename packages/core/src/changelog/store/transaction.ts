// Defines transactions, the changes of a changelog, and applies them to its text.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { GitPreview, Published } from '../../git/index.ts'
import type { Precondition } from '../../revision.ts'
import type { ChangelogDocument } from '../document/index.ts'
import { addEntries, cutRelease, type ReleaseOptions } from '../edit/index.ts'
import type { NewEntry } from '../entry.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { MAX_CHANGELOG_BYTES, revisionOf, type Snapshot } from './file/index.ts'
import type { Found, IdempotencyKey } from './journal/index.ts'

/** A change of a changelog. */
export type Transaction = Addition | Release

interface Conditions {
  /** The condition that the revision must satisfy before the change. */
  readonly precondition?: Precondition | undefined
  /** The key of the request. A transaction with the key of an earlier one has its outcome, and changes nothing. */
  readonly idempotencyKey?: IdempotencyKey | undefined
}

/** Adds entries to the Unreleased section. */
export interface Addition extends Conditions {
  readonly entries: readonly NewEntry[]
}

/** Releases the Unreleased section. */
export interface Release extends Conditions {
  readonly release: ReleaseOptions
}

/** What a transaction did. */
export type Outcome = AdditionOutcome | ReleaseOutcome
export type AdditionOutcome = { readonly kind: 'added' }
export type ReleaseOutcome =
  | { readonly kind: 'released'; readonly version: string }
  | { readonly kind: 'nothing_to_release'; readonly version: string; readonly reason: string }
export type OutcomeOf<T extends Transaction> = T extends Release ? ReleaseOutcome : AdditionOutcome

/** The outcome of a transaction, and the revision after it. */
export interface Committed<O extends Outcome = Outcome> extends Published {
  readonly outcome: O
  /** The revision of the file after all transactions that were published together. */
  readonly revision: string
  /** Whether it is the outcome of an earlier transaction with the same key. Then the revision is the one at that time. */
  readonly isReplayed: boolean
}

/** What a transaction would do. */
export interface Preview<O extends Outcome = Outcome> {
  readonly outcome: O
  /** The revision of the file, which is unchanged. */
  readonly revision: string
  /** The unified diff of the file. Empty when nothing would change. */
  readonly diff: string
  /** What would be recorded in git. Undefined when nothing would be. */
  readonly git?: GitPreview | undefined
}

/** How a transaction ended. A precondition that is not met becomes an error once the revision after the batch is known. */
export type Effect =
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'precondition_failed'; readonly precondition: Precondition }
  | ({ readonly kind: 'replayed' } & Found)

/** The effects of transactions that are not applied, because they were applied before, or because they must not be. */
export type KnownEffects = ReadonlyMap<Transaction, Effect>

/** The changelog after a batch of transactions. */
export interface Applied {
  readonly document: ChangelogDocument
  /** For each transaction, how it ended. */
  readonly effects: readonly Effect[]
}

/**
 * Applies a batch of transactions in order. Additions that follow each other are one edit. One that is refused does not affect
 * the others. Other events are handled between two edits.
 * @param displayPath the path used in messages
 */
export async function applyTransactions(
  before: Snapshot,
  batch: readonly Transaction[],
  known: KnownEffects,
  displayPath: string,
): Promise<Applied> {
  let current = { document: before.document(), revision: before.revision, exists: before.exists }
  // The first call of `document` parses the text.
  await nextTurn()
  const effects: Effect[] = []
  const pending = joinAdditions(batch, known)
  for (let group = pending.shift(); group; group = pending.shift()) {
    const [first] = group as [Transaction]
    const { precondition } = first
    const isUnmet = precondition && !isMet(precondition, current)
    const effect =
      known.get(first) ?? (isUnmet ? ({ kind: 'precondition_failed', precondition } as const) : undefined)
    if (effect) {
      effects.push(effect)
      continue
    }
    try {
      const { document, outcome } = edit(current.document, group)
      if (document !== current.document) {
        const bytes = Buffer.from(document.text)
        if (bytes.length > MAX_CHANGELOG_BYTES) throw tooLargeError(displayPath, bytes.length)
        current = { document, revision: revisionOf(bytes), exists: true }
      }
      effects.push(...group.map(() => ({ kind: 'done', outcome }) as const))
    } catch (error) {
      const middle = group.length >> 1
      if (middle === 0) effects.push({ kind: 'refused', error })
      else pending.unshift(group.slice(0, middle), group.slice(middle))
    }
    if (pending.length > 0) await nextTurn()
  }
  return { document: current.document, effects }
}

/** Joins additions that follow each other and have neither a precondition nor a known effect. */
function joinAdditions(batch: readonly Transaction[], known: KnownEffects): Transaction[][] {
  const canJoin = (one: Transaction) => 'entries' in one && !one.precondition && !known.has(one)
  const groups: Transaction[][] = []
  for (const transaction of batch) {
    const last = groups.at(-1)
    if (last && canJoin(last[0] as Transaction) && canJoin(transaction)) last.push(transaction)
    else groups.push([transaction])
  }
  return groups
}

/** Applies one transaction, or several additions at once. */
function edit(document: ChangelogDocument, group: readonly Transaction[]) {
  const [first] = group as [Transaction]
  if ('release' in first) {
    const released = cutRelease(document, first.release)
    if (released.kind === 'nothing_to_release') return { document, outcome: released }
    const { version } = released
    return { document: released.document, outcome: { kind: 'released', version } as const }
  }
  const entries = group.flatMap((transaction) => ('entries' in transaction ? transaction.entries : []))
  return { document: addEntries(document, entries), outcome: { kind: 'added' } as const }
}

/** The error of a text that the store could not read again. */
function tooLargeError(displayPath: string, got: number): AppError {
  const expected = `expected at most ${MAX_CHANGELOG_BYTES} bytes after the edit, got ${got}`
  return new AppError(CHANGELOG_ERRORS.edit_refused, `${displayPath}: ${expected}; the file is unchanged`)
}

function isMet(
  precondition: Precondition,
  { revision, exists }: Pick<Snapshot, 'revision' | 'exists'>,
): boolean {
  return precondition.kind === 'exists' ? exists : precondition.revisions.includes(revision)
}
