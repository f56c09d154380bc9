// Attempts a group of transactions: follows the remote when the changes are shared, applies the group to the current content,
// and publishes the new content.
import { isError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { applyGroup, type Effect } from './apply-group.ts'
import { JournalChangedError, reusedError } from './journal/index.ts'
import type { PollBudget } from './lock.ts'
import { type Attempt, type GroupState, IntentError, publishGroup, workingFileOf } from './publish-group.ts'
import type { Session, Storage } from './storage.ts'
import type { Transaction } from './transaction.ts'

/** Why results cannot be kept. Undefined when they can. */
type Failure = { readonly error: unknown } | undefined

/**
 * Attempts a group of transactions once: all changes are published together.
 * @param isFetched whether the state of the remote was fetched directly before
 */
export async function attemptGroup(
  storage: Storage,
  state: GroupState,
  pollBudget: PollBudget,
  group: readonly Transaction<unknown>[],
  isFetched: boolean,
): Promise<Attempt | 'synchronized'> {
  if (!isFetched) await state.versionControl?.fetch()
  const session = await storage.begin(pollBudget)
  try {
    const { cache } = state
    if (!(await synchronize(state, session))) return 'synchronized'
    const before = cache.of(session.content)
    const journalError = await refreshJournal(state, session).then(
      () => undefined,
      (error: unknown) => {
        if (!isError(error, CHANGELOG_ERRORS.journal_unusable)) throw error
        return { error }
      },
    )
    const recorded = await findRecorded(state, group)
    const findKnown = (failure: Failure) => (transaction: Transaction<unknown>) =>
      findEffect(state, failure, transaction) ?? recorded.get(transaction)
    const publish = (failure: Failure) => {
      const applied = applyGroup(before, group, storage.displayPath, findKnown(failure))
      return publishGroup(state, { session, before, group, applied })
    }
    return await publish(journalError).catch((error: unknown) => {
      if (!(error instanceof IntentError)) throw error
      // Transactions whose result cannot be kept must not take effect. The others can.
      return publish({ error: error.cause })
    })
  } catch (error) {
    // Another process took the lock over.
    if (error instanceof JournalChangedError) return 'changed'
    throw error
  } finally {
    await session.end()
  }
}

/** Completes what was interrupted, and follows the remote. */
export async function recoverGroup(
  storage: Storage,
  state: GroupState,
  pollBudget: PollBudget,
): Promise<void> {
  await state.versionControl?.fetch()
  const session = await storage.begin(pollBudget)
  try {
    if (await synchronize(state, session)) await refreshJournal(state, session)
  } finally {
    await session.end()
  }
}

/** Follows the remote. Returns false when the file was replaced. */
async function synchronize({ versionControl }: GroupState, session: Session): Promise<boolean> {
  if (!versionControl?.isShared) return true
  return versionControl.synchronize(workingFileOf(session), (bytes) => session.stage([bytes]).publish())
}

/** Reads what other processes have kept, and decides what was interrupted. */
async function refreshJournal(
  { journal, cache, versionControl }: GroupState,
  session: Session,
): Promise<void> {
  const { revision } = cache.of(session.content)
  await journal.refresh(
    session.path,
    revision,
    versionControl && ((plan, file) => versionControl.recover(plan, file)),
  )
}

/** Finds the requests that other clones have recorded. */
async function findRecorded(
  { journal, versionControl }: GroupState,
  group: readonly Transaction<unknown>[],
): Promise<ReadonlyMap<Transaction<unknown>, Effect>> {
  const recorded = new Map<Transaction<unknown>, Effect>()
  if (!versionControl?.isShared) return recorded
  for (const transaction of group) {
    const { idempotencyKey: key } = transaction
    const found = key && (await versionControl.findRequest(key.id, key.fingerprint, journal.oldest()))
    if (!found) continue
    const { isSame, revision, version, commit, tag } = found
    const published = { ...(commit !== undefined && { commit }), ...(tag !== undefined && { tag }) }
    recorded.set(
      transaction,
      isSame
        ? { kind: 'replayed', revision, outcome: { result: resultOf(transaction, version), ...published } }
        : { kind: 'refused', error: reusedError() },
    )
  }
  return recorded
}

/** The result of a transaction that another clone has applied. */
function resultOf(transaction: Transaction<unknown>, version: string | undefined): unknown {
  if ('release' in transaction) return transaction.describe({ kind: 'released', version: version ?? '' })
  return 'entries' in transaction ? transaction.result : null
}

/** The effect of a transaction that is not applied, because it was applied before, or because its result cannot be kept. */
function findEffect(
  { journal, versionControl }: GroupState,
  failure: Failure,
  transaction: Transaction<unknown>,
): Effect | undefined {
  const { idempotencyKey: key } = transaction
  // An interrupted release that is recorded in git can be completed only with the journal.
  const needsJournal = key !== undefined || ('release' in transaction && versionControl?.isShared === false)
  if (failure && needsJournal) return { kind: 'refused', error: failure.error }
  if (!key) return undefined
  try {
    const found = journal.find(key)
    return found && { kind: 'replayed', ...found }
  } catch (error) {
    return { kind: 'refused', error }
  }
}
