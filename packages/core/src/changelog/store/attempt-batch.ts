// Attempts a batch of transactions once: acquires the lock, reads the file, applies the batch, and publishes the new text with its
// results.
import { AppError, isError } from '../../errors.ts'
import type { Plan, VersionControl } from '../../git/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import {
  type ChangelogFile,
  type ChangelogPath,
  findRealPath,
  readChangelogFile,
  revisionOf,
  type Snapshot,
  type Snapshots,
} from './file/index.ts'
import type { FileSystem } from './file-system.ts'
import {
  type Found,
  type IdempotencyKey,
  type Journal,
  JournalChangedError,
  reusedError,
} from './journal/index.ts'
import { acquireLock, type Lock } from './lock/index.ts'
import { failedEffect, findVersion, recordsOf, type Settled, settle } from './results.ts'
import {
  type Applied,
  applyTransactions,
  type Effect,
  type Outcome,
  type Transaction,
} from './transaction.ts'

/** What a store is made of. */
export interface StoreParts {
  readonly fs: FileSystem
  readonly location: ChangelogPath
  readonly snapshots: Snapshots
  readonly journal: Journal
  readonly versionControl: VersionControl | undefined
}

/**
 * How an attempt ended: with the results, or with a reason to attempt again. Somebody has changed the file, it was replaced to
 * follow the remote, or another clone has pushed first.
 */
export type Attempt = readonly Settled[] | 'changed' | 'synchronized' | 'rejected'

/** A batch while the lock is held. */
interface Session {
  readonly batch: readonly Transaction[]
  readonly lock: Lock
  readonly file: ChangelogFile
  readonly before: Snapshot
}

/**
 * Attempts a batch of transactions once. All changes are published together. An empty batch only follows the remote, and
 * completes what was interrupted.
 * @param isFetched whether the state of the remote was fetched directly before
 */
export async function attemptBatch(
  parts: StoreParts,
  batch: readonly Transaction[],
  isFetched: boolean,
): Promise<Attempt> {
  const { fs, location, snapshots, journal, versionControl } = parts
  const { displayPath } = location
  if (!isFetched) await versionControl?.fetch()
  const path = await findRealPath(location)
  const lock = await acquireLock(fs, path, displayPath)
  try {
    const file = await readChangelogFile(path, displayPath)
    const replaceFile = (bytes: Buffer) => lock.replaceFile(bytes, file.stats)
    if (versionControl?.isShared && !(await versionControl.synchronize(workingFileOf(file), replaceFile)))
      return 'synchronized'
    const before = snapshots.of(file)
    const recover = versionControl?.recover.bind(versionControl)
    let journalError = await journal
      .refresh(path, before.revision, recover)
      .then(() => undefined, toJournalError)
    for (;;) {
      const known = await findKnownEffects(parts, batch, journalError)
      const applied = await applyTransactions(before, batch, known, displayPath)
      const attempt = await publish(parts, { batch, lock, file, before }, applied)
      if (!(attempt instanceof AppError)) return attempt
      // Transactions whose result cannot be kept must not take effect. The others can.
      journalError = attempt
    }
  } catch (error) {
    // Another process took the lock over.
    if (error instanceof JournalChangedError) return 'changed'
    throw error
  } finally {
    await lock.release()
  }
}

/** Returns the error of a journal that cannot be used, and throws any other one. */
function toJournalError(error: unknown): AppError {
  if (!isError(error, CHANGELOG_ERRORS.journal_unusable)) throw error
  return error
}

/** The content of the file, as version control reads it. */
export function workingFileOf({ path, bytes, stats }: ChangelogFile) {
  return { path, bytes: stats && bytes }
}

/** Finds how transactions end that are not applied: they were applied before, or their result cannot be kept. */
async function findKnownEffects(
  { journal, versionControl }: StoreParts,
  batch: readonly Transaction[],
  journalError: AppError | undefined,
): Promise<ReadonlyMap<Transaction, Effect>> {
  const known = new Map<Transaction, Effect>()
  for (const transaction of batch) {
    const { idempotencyKey: key } = transaction
    // An interrupted release that is recorded in git can be completed only with the journal.
    const needsJournal = key !== undefined || ('release' in transaction && versionControl?.isShared === false)
    try {
      if (journalError && needsJournal) throw journalError
      let found = key && journal.find(key)
      if (key && versionControl?.isShared)
        found ??= await findInHistory(versionControl, transaction, key, journal.oldest())
      if (found) known.set(transaction, { kind: 'replayed', ...found })
    } catch (error) {
      known.set(transaction, { kind: 'refused', error })
    }
  }
  return known
}

/** Finds the result of a transaction that another clone has applied. @throws AppError `changelog/key_reused` */
async function findInHistory(
  versionControl: VersionControl,
  transaction: Transaction,
  { id, fingerprint }: IdempotencyKey,
  since: number,
): Promise<Found | undefined> {
  const found = await versionControl.findRequest(id, fingerprint, since)
  if (!found) return undefined
  const { isSame, revision, version = '', commit, tag } = found
  if (!isSame) throw reusedError()
  const outcome: Outcome = 'release' in transaction ? { kind: 'released', version } : { kind: 'added' }
  const published = { ...(commit !== undefined && { commit }), ...(tag !== undefined && { tag }) }
  return { result: { outcome, ...published }, revision }
}

/** Publishes the new text of a batch. Returns an error when results cannot be kept; nothing is published then. */
async function publish(
  { journal, snapshots, versionControl }: StoreParts,
  session: Session,
  { document, effects }: Applied,
): Promise<Attempt | AppError> {
  const { batch, lock, file, before } = session
  if (document.text === before.text) {
    // A result that is not kept is computed again when the request is repeated.
    await journal.keep(before.revision, recordsOf(batch, effects, before)).catch(toJournalError)
    return effects.map((effect) => settle(effect, before))
  }
  const bytes = Buffer.from(document.text)
  const after = { revision: revisionOf(bytes), exists: true }
  const replaceFile = () => lock.replaceFile(bytes, file.stats)
  const plan = versionControl && (await planCommit(versionControl, session, effects, bytes))
  const published = plan ? { commit: plan.commit, ...(plan.tag && { tag: plan.tag.name }) } : {}
  const records = recordsOf(batch, effects, after, published)
  if (versionControl?.isShared && plan) {
    if (!(await versionControl.push(plan))) return 'rejected'
    // The remote has decided. A clone that cannot be updated now follows later.
    const isUpdated = await versionControl.publish(plan, replaceFile).catch(() => false)
    if (isUpdated) snapshots.keep(bytes, after.revision, document)
    await journal.keep(after.revision, records).catch(() => undefined)
    return effects.map((effect) => settle(effect, after, published))
  }
  const change = { before: before.revision, after: after.revision }
  const hasIntent = records.length > 0 || plan !== undefined
  const endIntent = hasIntent ? await journal.intend(change, records, plan).catch(toJournalError) : undefined
  if (endIntent instanceof AppError) return endIntent
  try {
    const isPublished = await (plan ? versionControl?.publish(plan, replaceFile) : replaceFile())
    await endIntent?.(isPublished === true)
    if (!isPublished) return 'changed'
  } catch (error) {
    // It is not known whether the file was replaced. The next holder of the lock finds out.
    return effects.map((effect) => settle(failedEffect(effect, error), after))
  }
  snapshots.keep(bytes, after.revision, document)
  return effects.map((effect) => settle(effect, after, published))
}

/** Plans the commit of a batch. Undefined when it is not recorded in git. */
async function planCommit(
  versionControl: VersionControl,
  { batch, file }: Session,
  effects: readonly Effect[],
  bytes: Buffer,
): Promise<Plan | undefined> {
  const { isShared } = versionControl
  const version = findVersion(effects)
  if (version === undefined && !isShared) return undefined
  const revision = revisionOf(bytes)
  const done = batch.filter((_, index) => isShared && effects[index]?.kind === 'done')
  const requests = done.flatMap(({ idempotencyKey: key }) => (key ? [{ ...key, revision }] : []))
  return versionControl.plan({ file: workingFileOf(file), bytes, version, requests })
}
