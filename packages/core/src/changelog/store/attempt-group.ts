// Attempts a group of transactions: applies them to the current content, keeps the results of those with a key, and publishes
// the new content.
import { revisionOf } from '../../revision.ts'
import { type Applied, applyGroup, type Effect, preconditionError } from './apply-group.ts'
import type { Outcome } from './group-queue.ts'
import { type Journal, JournalChangedError, type JournalRecord, replay, storeError } from './journal/index.ts'
import type { PollBudget } from './lock.ts'
import { REVISION_DIGITS, type Snapshot, type SnapshotCache } from './snapshot.ts'
import type { Session, Storage } from './storage.ts'
import type { Committed, Transaction } from './transaction.ts'

/** What a store keeps between groups. */
export interface GroupState {
  readonly journal: Journal
  readonly cache: SnapshotCache
}

/** The state of the file after a group. */
type FileState = Pick<Snapshot, 'revision' | 'exists'>

/**
 * Attempts a group of transactions once: all changes are published together.
 * @returns the outcomes, or undefined when another process changed the file or took the lock over
 */
export async function attemptGroup(
  storage: Storage,
  { journal, cache }: GroupState,
  pollBudget: PollBudget,
  group: readonly Transaction<unknown>[],
): Promise<Outcome<Committed<unknown>>[] | undefined> {
  const session = await storage.begin(pollBudget)
  try {
    const before = cache.of(session.content)
    const journalError = await journal.refresh(session.path, before.revision).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof JournalChangedError) throw error
        return { error }
      },
    )
    const apply = (failure: { error: unknown } | undefined) =>
      applyGroup(before, group, storage.displayPath, (transaction) =>
        findEffect(journal, failure, transaction),
      )
    const applied = apply(journalError)
    return await publish(session, { journal, cache }, before, group, applied).catch((error: unknown) => {
      if (!(error instanceof IntentError)) throw error
      // Transactions whose result cannot be kept must not take effect. The others can.
      return publish(session, { journal, cache }, before, group, apply({ error: error.cause }))
    })
  } catch (error) {
    // Another process took the lock over.
    if (error instanceof JournalChangedError) return undefined
    throw error
  } finally {
    await session.end()
  }
}

/** The effect of a transaction that is not applied, because it was applied before, or because its result cannot be kept. */
function findEffect(
  journal: Journal,
  failure: { error: unknown } | undefined,
  { idempotencyKey: key }: Transaction<unknown>,
): Effect | undefined {
  if (!key) return undefined
  if (failure) return { kind: 'refused', error: failure.error }
  try {
    const found = journal.find(key)
    return found && { kind: 'replayed', ...found }
  } catch (error) {
    return { kind: 'refused', error }
  }
}

/** Says that the results of a group cannot be kept. */
class IntentError extends Error {}

async function publish(
  session: Session,
  { journal, cache }: GroupState,
  before: Snapshot,
  group: readonly Transaction<unknown>[],
  { draft, effects }: Applied,
): Promise<Outcome<Committed<unknown>>[] | undefined> {
  if (draft.text === before.text) {
    // A result that is not kept is computed again when the request is repeated.
    await journal.keep(before.revision, recordsOf(group, effects, before)).catch((error: unknown) => {
      if (error instanceof JournalChangedError) throw error
    })
    return effects.map((effect) => outcomeOf(effect, before))
  }
  const bytes = Buffer.from(draft.text)
  const after = { revision: revisionOf(bytes, REVISION_DIGITS), exists: true }
  const records = recordsOf(group, effects, after)
  const intent =
    records.length > 0
      ? await journal
          .intend({ before: before.revision, after: after.revision }, records)
          .catch((cause: unknown) => {
            if (cause instanceof JournalChangedError) throw cause
            throw new IntentError('the results cannot be kept', { cause })
          })
      : undefined
  const published = await session.publish(bytes).catch((error: unknown) => ({ error }))
  // After an error, it is not known whether the file was replaced. The next holder of the lock compares it.
  if (published === true || published === false) await intent?.end(published)
  if (published === true) {
    cache.put(bytes, after.revision, draft)
    return effects.map((effect) => outcomeOf(effect, after))
  }
  return published === false ? undefined : effects.map((effect) => failureOf(effect, published.error))
}

/** The results that are kept. */
function recordsOf(
  group: readonly Transaction<unknown>[],
  effects: readonly Effect[],
  after: FileState,
): JournalRecord[] {
  return group.flatMap(({ idempotencyKey: key }, index) => {
    const effect = effects[index] as Effect
    if (!key || effect.kind === 'replayed') return []
    const outcome =
      effect.kind === 'done' ? { result: effect.result ?? null } : storeError(errorOf(effect, after))
    return outcome ? [{ ...key, outcome }] : []
  })
}

function errorOf(effect: Exclude<Effect, { kind: 'done' | 'replayed' }>, after: FileState): unknown {
  return effect.kind === 'refused' ? effect.error : preconditionError(effect.precondition, after)
}

/** The outcome of a transaction after its group. */
export function outcomeOf(effect: Effect, after: FileState): Outcome<Committed<unknown>> {
  switch (effect.kind) {
    case 'done':
      return {
        isFulfilled: true,
        value: { result: effect.result, revision: after.revision, isReplayed: false },
      }
    case 'replayed':
      try {
        const { outcome, revision } = effect
        return { isFulfilled: true, value: { result: replay(outcome), revision, isReplayed: true } }
      } catch (reason) {
        return { isFulfilled: false, reason }
      }
    default:
      return { isFulfilled: false, reason: errorOf(effect, after) }
  }
}

/** The outcome of a transaction when the group cannot be written. One that was refused or replayed keeps its own. */
function failureOf(effect: Effect, error: unknown): Outcome<Committed<unknown>> {
  if (effect.kind === 'replayed') return outcomeOf(effect, { revision: effect.revision, exists: true })
  return { isFulfilled: false, reason: effect.kind === 'refused' ? effect.error : error }
}
