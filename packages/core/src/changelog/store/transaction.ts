// Defines transactions, the changes of a changelog, applies them to its text, and gives their results: those that the callers get,
// and those that the journal keeps.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { GitPreview, IdempotencyKey, Published } from '../../git/index.ts'
import type { Precondition } from '../../revision.ts'
import type { ChangelogDocument } from '../document/index.ts'
import { addEntries, cutRelease, type ReleaseOptions, type ReleaseOutcome } from '../edit/index.ts'
import type { NewEntry } from '../entry.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { MAX_CHANGELOG_BYTES, type Snapshot } from './changelog-file.ts'
import type { Found, JournalRecord } from './journal.ts'

/** A change of a changelog. */
export type Transaction = Addition | ReleaseCut

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
export interface ReleaseCut extends Conditions {
  readonly release: ReleaseOptions
}

/** What a transaction did. */
export type Outcome = AdditionOutcome | ReleaseOutcome
type AdditionOutcome = { readonly kind: 'added' }
export type OutcomeOf<T extends Transaction> = T extends ReleaseCut ? ReleaseOutcome : AdditionOutcome

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

/** Maximum cost of the additions of a batch, see {@link costOf}. The largest update is below it. */
const MAX_BATCH_COST = 2_000_000
/** The cost of an entry, and of a line, beside that of their characters. */
const [ENTRY_COST, LINE_COST] = [200, 100]

/** The cost of additions in time, in characters of one long line. */
function costOf(one: Transaction): number {
  const entries = 'entries' in one ? one.entries : []
  const lineEndings = (text: string) => text.match(/\r\n?|\n/g)?.length ?? 0
  return entries.reduce(
    (cost, { description }) => cost + ENTRY_COST + description.length + LINE_COST * lineEndings(description),
    0,
  )
}

/**
 * The number of transactions at the head of a queue that are one batch: additions that can be one edit, or one other transaction.
 * No other event is handled during an edit, so small additions that wait do not become a large one.
 */
export function sizeOfBatch(waiting: readonly Transaction[]): number {
  const [first] = waiting
  const canJoin = (one: Transaction) =>
    // When results cannot be kept, transactions with a key must not take effect. The others can.
    'entries' in one && !one.precondition && !one.idempotencyKey === !first?.idempotencyKey
  let cost = 0
  const end = waiting.findIndex((one) => {
    cost += costOf(one)
    return !canJoin(one) || cost > MAX_BATCH_COST
  })
  return end === -1 ? waiting.length : Math.max(1, end)
}

/** The changelog after a batch. */
export interface Applied {
  readonly document: ChangelogDocument
  /** What each transaction without an error did. */
  readonly outcome: Outcome
  readonly errors: ReadonlyMap<Transaction, unknown>
}

/**
 * Applies a batch as one edit. When it is refused, the batch is halved, so that a refused addition does not affect the others.
 * Other events are handled between two edits.
 * @param batch of the size of {@link sizeOfBatch}
 * @param displayPath the path used in messages
 */
export async function applyBatch(
  before: Snapshot,
  batch: readonly Transaction[],
  displayPath: string,
): Promise<Applied> {
  let { document } = before
  // The text was parsed in this turn.
  await nextTurn()
  let outcome: Outcome = { kind: 'added' }
  const errors = new Map<Transaction, unknown>()
  const pending = [batch]
  for (let group = pending.shift(); group; group = pending.shift()) {
    try {
      for (const { precondition } of group) assertMet(precondition, before)
      const edited = edit(document, group)
      assertSize(edited.document, displayPath)
      ;({ document, outcome } = edited)
    } catch (error) {
      const middle = group.length >> 1
      if (middle === 0) for (const one of group) errors.set(one, error)
      else pending.unshift(group.slice(0, middle), group.slice(middle))
    }
    if (pending.length > 0) await nextTurn()
  }
  return { document, outcome, errors }
}

function edit(
  document: ChangelogDocument,
  group: readonly Transaction[],
): { readonly document: ChangelogDocument; readonly outcome: Outcome } {
  const [first] = group
  if (first && 'release' in first) return cutRelease(document, first.release)
  const entries = group.flatMap((transaction) => ('entries' in transaction ? transaction.entries : []))
  return { document: addEntries(document, entries), outcome: { kind: 'added' } }
}

/** Asserts that the store could read a text again. */
export function assertSize({ text }: ChangelogDocument, displayPath: string): void {
  const bytes = Buffer.byteLength(text)
  if (bytes <= MAX_CHANGELOG_BYTES) return
  const expected = `expected at most ${MAX_CHANGELOG_BYTES} bytes after the edit, got ${bytes}`
  throw new AppError(CHANGELOG_ERRORS.edit_refused, `${displayPath}: ${expected}; the file is unchanged`)
}

function assertMet(precondition: Precondition | undefined, { revision, exists }: Snapshot): void {
  if (!precondition) return
  const { kind } = precondition
  if (kind === 'exists' ? exists : precondition.revisions.includes(revision)) return
  const expected = kind === 'exists' ? 'a file' : describeRevisions(precondition.revisions)
  // Without a revision, it was malformed, and the caller does not know the one of the file.
  const isMalformed = exists && kind === 'one_of' && precondition.revisions.length === 0
  const got = isMalformed ? '; the file has the revision' : ', got'
  const message = `expected ${expected}${got} ${exists ? revision : 'no file'}`
  throw new AppError(CHANGELOG_ERRORS.precondition_failed, message, { revision })
}

/** Maximum number of revisions in a message. */
const MAX_QUOTED_REVISIONS = 3

function describeRevisions(revisions: readonly string[]): string {
  if (revisions.length === 0) return 'the ETag of a response, with its quotation marks'
  const quoted = revisions.slice(0, MAX_QUOTED_REVISIONS).map((revision) => revision.slice(0, 80))
  const more = revisions.length > MAX_QUOTED_REVISIONS ? ', …' : ''
  return `the revision ${quoted.join(' or ')}${more}`
}

/** How a transaction ended, for its caller. */
export type Settled = PromiseSettledResult<Committed>

/** The result of a transaction for its caller. @param revision the revision after its batch */
export function settle(
  transaction: Transaction,
  { outcome, errors }: Applied,
  revision: string,
  published: Published = {},
): Settled {
  if (errors.has(transaction)) return { status: 'rejected', reason: errors.get(transaction) }
  return { status: 'fulfilled', value: { outcome, revision, isReplayed: false, ...published } }
}

/** The result of a transaction that was applied before. */
export function replay({ result, revision }: Found): Settled {
  return { status: 'fulfilled', value: { ...result, revision, isReplayed: true } }
}

/** The transactions of a batch that took effect. Others are applied again when they are repeated. */
export function effectiveOf(batch: readonly Transaction[], { errors }: Applied): readonly Transaction[] {
  return batch.filter((one) => !errors.has(one) && ('release' in one || one.entries.length > 0))
}

/** The results that the journal keeps: those of transactions with a key that took effect. */
export function recordsOf(
  batch: readonly Transaction[],
  applied: Applied,
  published: Published,
): JournalRecord[] {
  const { outcome } = applied
  if (outcome.kind === 'nothing_to_release') return []
  return effectiveOf(batch, applied).flatMap(({ idempotencyKey: key }) =>
    key ? [{ ...key, result: { outcome, ...published } }] : [],
  )
}
