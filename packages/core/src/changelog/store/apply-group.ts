// Applies transactions to a changelog, in order. One that is refused does not affect the others.
import { AppError } from '../../errors.ts'
import type { Precondition } from '../../revision.ts'
import type { ChangelogDocument } from '../document/index.ts'
import { addEntries, cutRelease, validateDescriptions } from '../edit/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { StoredOutcome } from './journal/index.ts'
import { MAX_CHANGELOG_BYTES } from './read-file.ts'
import { contentRevisionOf, type Snapshot } from './snapshot.ts'
import type { Addition, Transaction } from './transaction.ts'

/** The changelog after a group of transactions. */
export interface Applied {
  readonly document: ChangelogDocument
  /** For each transaction, how it ended. */
  readonly effects: readonly Effect[]
}

/** How a transaction ended. */
export type Effect =
  | { readonly kind: 'done'; readonly result: unknown; readonly version?: string }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'precondition_failed'; readonly precondition: Precondition }
  | { readonly kind: 'replayed'; readonly outcome: StoredOutcome; readonly revision: string }

/**
 * Applies transactions to a snapshot.
 * @param displayPath the path used in messages
 * @param findEffect finds the effect of a transaction that is not applied, such as one that was repeated
 */
export function applyGroup(
  snapshot: Snapshot,
  transactions: readonly Transaction<unknown>[],
  displayPath: string,
  findEffect: (transaction: Transaction<unknown>) => Effect | undefined = () => undefined,
): Applied {
  let document = snapshot.document()
  const effects: Effect[] = []
  const apply = (group: readonly Transaction<unknown>[]): void => {
    const [first] = group
    if (!first) return
    if (first.precondition && !isMet(first.precondition, snapshot, document)) {
      effects.push({ kind: 'precondition_failed', precondition: first.precondition })
      return
    }
    try {
      const changed = change(document, group)
      if (changed.document !== document) assertSize(changed.document, displayPath)
      document = changed.document
      for (const result of changed.results) effects.push({ kind: 'done', result, ...changed.release })
    } catch (error) {
      if (group.length === 1) {
        effects.push({ kind: 'refused', error })
        return
      }
      const middle = group.length >> 1
      apply(group.slice(0, middle))
      apply(group.slice(middle))
    }
  }
  const known = new Map(transactions.map((transaction) => [transaction, findEffect(transaction)]))
  for (const group of groupAdditions(transactions, known)) {
    const effect = known.get(group[0] as Transaction<unknown>)
    if (effect) effects.push(effect)
    else apply(group)
  }
  return { document, effects }
}

/** Groups additions without a precondition that follow each other. Those with a known effect are not grouped. */
function groupAdditions(
  transactions: readonly Transaction<unknown>[],
  known: ReadonlyMap<Transaction<unknown>, Effect | undefined>,
): Transaction<unknown>[][] {
  const canJoin = (one: Transaction<unknown>) =>
    isPlainAddition(one) && known.get(one) === undefined && hasValidEntries(one)
  const groups: Transaction<unknown>[][] = []
  for (const transaction of transactions) {
    const last = groups.at(-1)
    if (last && canJoin(transaction) && canJoin(last[0] as Transaction<unknown>)) last.push(transaction)
    else groups.push([transaction])
  }
  return groups
}

/** Whether the descriptions of an addition are valid. One that is not would make the others be tried again without it. */
function hasValidEntries({ entries }: Addition<unknown>): boolean {
  try {
    validateDescriptions(
      entries.map(({ description }) => description),
      '- ',
    )
    return true
  } catch {
    return false
  }
}

function isPlainAddition(transaction: Transaction<unknown>): transaction is Addition<unknown> {
  return 'entries' in transaction && transaction.precondition === undefined
}

/** A document after one or several transactions. */
interface Changed {
  readonly document: ChangelogDocument
  readonly results: readonly unknown[]
  readonly release?: { readonly version: string }
}

/** Applies one transaction, or several additions at once. */
function change(document: ChangelogDocument, group: readonly Transaction<unknown>[]): Changed {
  const first = group[0] as Transaction<unknown>
  if ('entries' in first) {
    const additions = group as readonly Addition<unknown>[]
    const entries = additions.flatMap((addition) => addition.entries)
    return { document: addEntries(document, entries), results: additions.map(({ result }) => result) }
  }
  if ('release' in first) {
    const outcome = cutRelease(document, first.release)
    const isReleased = outcome.kind === 'released'
    return {
      document: isReleased ? outcome.document : document,
      results: [first.describe(outcome)],
      ...(isReleased && { release: { version: outcome.version } }),
    }
  }
  const changed = first.change(document)
  return { document: changed.document, results: [changed.result] }
}

function isMet(precondition: Precondition, snapshot: Snapshot, { text }: ChangelogDocument): boolean {
  const isChanged = text !== snapshot.text
  if (precondition.kind === 'exists') return snapshot.exists || isChanged
  const revision = isChanged ? contentRevisionOf(Buffer.from(text)) : snapshot.revision
  return precondition.revisions.includes(revision)
}

/** Asserts that the store can read the new content again. */
function assertSize({ text }: ChangelogDocument, displayPath: string): void {
  const length = Buffer.byteLength(text)
  if (length <= MAX_CHANGELOG_BYTES) return
  const expected = `expected at most ${MAX_CHANGELOG_BYTES} bytes after the edit`
  throw new AppError(
    CHANGELOG_ERRORS.edit_refused,
    `${displayPath}: ${expected}, got ${length}; the file is unchanged`,
  )
}

/** Creates the error of a precondition that is not met. */
export function preconditionError(
  precondition: Precondition,
  { revision, exists }: Pick<Snapshot, 'revision' | 'exists'>,
): AppError {
  const expected = precondition.kind === 'exists' ? 'a file' : describeRevisions(precondition.revisions)
  const got = exists ? revision : 'no file'
  return new AppError(CHANGELOG_ERRORS.precondition_failed, `expected ${expected}, got ${got}`, { revision })
}

/** Maximum number of revisions in a message. */
const MAX_QUOTED_REVISIONS = 3

function describeRevisions(revisions: readonly string[]): string {
  if (revisions.length === 0) return 'a revision in quotation marks'
  const quoted = revisions.slice(0, MAX_QUOTED_REVISIONS).map((revision) => revision.slice(0, 80))
  const more = revisions.length > MAX_QUOTED_REVISIONS ? ', …' : ''
  return `the revision ${quoted.join(' or ')}${more}`
}
