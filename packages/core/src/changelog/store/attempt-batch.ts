// Attempts a batch of transactions once: acquires the lock, reads the file, applies the batch, and publishes the new text with its
// results.
import { randomUUID } from 'node:crypto'
import { type AppError, isError } from '../../errors.ts'
import {
  type FoundRequest,
  GIT_ERRORS,
  type Plan,
  type RecordedEdit,
  type VersionControl,
} from '../../git/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import {
  type ChangelogFile,
  type ChangelogPath,
  changelogRevisionOf,
  findRealPath,
  readChangelogFile,
  type Snapshot,
  type Snapshots,
} from './changelog-file.ts'
import type { FileSystem } from './file-system.ts'
import { type Found, type Journal, reusedError } from './journal.ts'
import { JournalChangedError } from './journal-file.ts'
import { acquireLock, type Lock } from './lock.ts'
import {
  type Applied,
  applyBatch,
  effectiveOf,
  type Outcome,
  recordsOf,
  replay,
  type Settled,
  settle,
  type Transaction,
} from './transaction.ts'

/** The parts of a store. */
export interface StoreParts {
  readonly fs: FileSystem
  readonly location: ChangelogPath
  readonly snapshots: Snapshots
  readonly journal: Journal
  readonly versionControl: VersionControl | undefined
}

/** Why a batch is attempted again: the file was changed, or replaced to follow the remote, or a push was rejected. */
export type Interference = 'changed' | 'replaced' | 'rejected'

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
): Promise<readonly Settled[] | Interference> {
  const { fs, location, snapshots, journal, versionControl } = parts
  const { displayPath } = location
  if (!isFetched) await versionControl?.fetch()
  const path = await findRealPath(location)
  const lock = await acquireLock(fs, path, displayPath)
  try {
    const { unexpected_state: missing } = GIT_ERRORS
    const file = await readChangelogFile(path, displayPath, versionControl?.isTracked, missing)
    const replaceFile = (bytes: Buffer) => lock.replaceFile(bytes, file.stats)
    if (versionControl?.pushes && !(await versionControl.synchronize(file, replaceFile))) return 'replaced'
    const before = snapshots.of(file)
    let journalError: AppError | undefined
    await journal.refresh(path, before.revision, versionControl?.complete).catch((error: unknown) => {
      if (!isError(error, CHANGELOG_ERRORS.journal_unusable)) throw error
      journalError = error
    })
    const known = await findKnown(parts, batch, journalError)
    const rest = batch.filter((transaction) => !known.has(transaction))
    const applied = await applyBatch(before, rest, displayPath)
    const published = await publishBatch(parts, { batch: rest, lock, file, before }, applied)
    if (typeof published === 'string') return published
    return batch.map((transaction) => known.get(transaction) ?? published(transaction))
  } catch (error) {
    // Another process took the lock over.
    if (error instanceof JournalChangedError) return 'changed'
    throw error
  } finally {
    await lock.release()
  }
}

/** Finds the results of transactions that are not applied: they were applied before, or their result cannot be kept. */
async function findKnown(
  { journal, versionControl }: StoreParts,
  batch: readonly Transaction[],
  journalError: AppError | undefined,
): Promise<ReadonlyMap<Transaction, Settled>> {
  const known = new Map<Transaction, Settled>()
  const keys = batch.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
  const isSearched = versionControl?.pushes && keys.length > 0
  const recorded = isSearched ? await versionControl.findRequests(keys, journal.oldest()) : undefined
  for (const transaction of batch) {
    const { idempotencyKey: key } = transaction
    // An interrupted release that is recorded in git can be completed only with the journal.
    const needsJournal = key !== undefined || ('release' in transaction && versionControl?.pushes === false)
    try {
      if (journalError && needsJournal) throw journalError
      const found = key && (journal.find(key) ?? toResult(transaction, recorded?.get(key.id)))
      if (found) known.set(transaction, replay(found))
    } catch (reason) {
      known.set(transaction, { status: 'rejected', reason })
    }
  }
  return known
}

/** The result of a transaction that another clone has applied. @throws AppError `changelog/key_reused` */
function toResult(transaction: Transaction, found: FoundRequest | undefined): Found | undefined {
  if (!found) return undefined
  const { isSame, revision, version = '', ...published } = found
  if (!isSame) throw reusedError()
  const outcome: Outcome = 'release' in transaction ? { kind: 'released', version } : { kind: 'added' }
  return { result: { outcome, ...published }, revision }
}

/** Returns the result of a transaction of a batch that is published. */
type Results = (transaction: Transaction) => Settled

/** Publishes the new text of a batch. In the release mode `push`, the remote decides, otherwise the file. */
async function publishBatch(
  { journal, snapshots, versionControl }: StoreParts,
  { batch, lock, file, before }: Session,
  applied: Applied,
): Promise<Results | Interference> {
  const { document, outcome } = applied
  if (document.text === before.document.text)
    return (transaction) => settle(transaction, applied, before.revision)
  const bytes = Buffer.from(document.text)
  const isElsewhere = outcome.kind === 'released' && versionControl?.createsBranches
  const revision = isElsewhere ? before.revision : changelogRevisionOf(bytes)
  const plan = await planCommit(versionControl, batch, applied, { file, bytes, revision })
  if (plan === 'changed') return plan
  const { commit, tag, releaseBranch: branch } = plan ?? {}
  const published = { ...(commit && { commit }), ...(tag && { tag: tag.name }), ...(branch && { branch }) }
  const records = recordsOf(batch, applied, published)
  const replaceFile = () => lock.replaceFile(bytes, file.stats)
  const results: Results = (transaction) => settle(transaction, applied, revision, published)

  if (plan && versionControl?.pushes) {
    if (!(await versionControl.push(plan))) return 'rejected'
    // A clone that cannot be updated now follows later.
    const isUpdated = !branch && (await versionControl.publish(plan, replaceFile).catch(() => false))
    if (isUpdated) snapshots.keep(bytes, revision, document)
    await journal.keep(revision, records).catch(() => undefined)
    return results
  }
  try {
    const change = { before: before.revision, after: revision }
    const hasIntent = records.length > 0 || plan !== undefined
    const endIntent = hasIntent ? await journal.intend(change, records, plan) : undefined
    const isPublished = await (plan ? versionControl?.publish(plan, replaceFile) : replaceFile())
    await endIntent?.(isPublished === true)
    if (!isPublished) return 'changed'
  } catch (error) {
    if (error instanceof JournalChangedError) throw error
    // It is not known whether the file was replaced. The next holder of the lock finds out.
    const errors = new Map([...batch.map((transaction) => [transaction, error] as const), ...applied.errors])
    return (transaction) => settle(transaction, { ...applied, errors }, revision)
  }
  snapshots.keep(bytes, revision, document)
  return results
}

/** Plans the commit of a batch. Undefined when it is not recorded in git. */
async function planCommit(
  versionControl: VersionControl | undefined,
  batch: readonly Transaction[],
  applied: Applied,
  content: Pick<RecordedEdit, 'file' | 'bytes' | 'revision'>,
): Promise<Plan | 'changed' | undefined> {
  const { outcome } = applied
  const version = outcome.kind === 'released' ? outcome.version : undefined
  if (!versionControl || (version === undefined && !versionControl.pushes)) return undefined
  const done = versionControl.pushes ? effectiveOf(batch, applied) : []
  const keys = done.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
  // Otherwise two services could create the same commit in the same second, and both would have pushed it.
  if (versionControl.pushes && keys.length === 0) keys.push({ id: randomUUID(), fingerprint: '' })
  return (await versionControl.plan([{ ...content, version, keys }]))?.plan ?? 'changed'
}
