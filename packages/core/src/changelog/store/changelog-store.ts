// Stores a changelog. It is read as snapshots and changed by transactions. The store locks, reads, writes and retries.
// Transactions that wait for the lock are applied to one text and published together.
import { AppError } from '../../errors.ts'
import { revisionOf } from '../../revision.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { unifiedDiff } from '../unified-diff.ts'
import { applyGroup, type Effect, preconditionError } from './apply-group.ts'
import { coalesceReads } from './coalesce-reads.ts'
import { openFileStorage } from './file-storage.ts'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { createGroupQueue, type Outcome } from './group-queue.ts'
import { createPollBudget, type PollBudget } from './lock.ts'
import { resolveChangelogPath } from './real-path.ts'
import { cacheLatest, REVISION_DIGITS, type Snapshot, toSnapshot } from './snapshot.ts'
import type { Storage } from './storage.ts'
import type { Committed, Preview, Transaction } from './transaction.ts'

/** The location of a changelog. */
export interface ChangelogStoreOptions {
  readonly repositoryPath: string
  /** Relative to the repository, inside it, and outside git directories. */
  readonly changelogPath: string
  /** The file system of Node.js by default. */
  readonly fileSystem?: FileSystem
}

/** The store of one changelog. A file that does not exist has the empty text. */
export interface ChangelogStore {
  /**
   * Reads the content at the time of the call or later. Calls that read the same content get the same object.
   * @throws AppError `changelog/unreadable`
   */
  read(): Promise<Snapshot>
  /**
   * Changes the changelog while it holds the lock. When the promise resolves, the new revision is on disk. Transactions that
   * wait at the same time are applied in order and published together; each has its own result or error.
   * @throws AppError `changelog/precondition_failed`, `changelog/unreadable`, `changelog/unwritable`,
   * `changelog/locked`, `changelog/edit_refused` when the new text is too large, and all errors of `change`
   */
  transact<T>(transaction: Transaction<T>): Promise<Committed<T>>
  /**
   * Applies a transaction to the current content, and writes nothing. No lock is acquired.
   * @throws AppError the same errors as {@link transact}, except those of the lock and of writing
   */
  preview<T>(transaction: Transaction<T>): Promise<Preview<T>>
}

/** Maximum number of attempts of a transaction. An attempt fails when another process changes the file. */
const MAX_ATTEMPTS = 5

/**
 * Opens the store of a changelog. Nothing is read yet.
 * @throws AppError `changelog/invalid_path` when the path leads out of the repository or into a git directory
 */
export function openChangelogStore(options: ChangelogStoreOptions): ChangelogStore {
  const { repositoryPath, changelogPath, fileSystem = NODE_FILE_SYSTEM } = options
  const storage = openFileStorage(fileSystem, resolveChangelogPath(repositoryPath, changelogPath))
  const { displayPath } = storage
  const enqueue = createGroupQueue<Transaction<unknown>, Committed<unknown>>(displayPath, async (group) => {
    const pollBudget = createPollBudget()
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const outcomes = await attemptGroup(storage, pollBudget, group)
      if (outcomes) return outcomes
    }
    throw new AppError(
      CHANGELOG_ERRORS.locked,
      `${displayPath}: expected no concurrent change, got ${MAX_ATTEMPTS} in a row; try again`,
    )
  })
  const read = coalesceReads(cacheLatest(() => storage.read(), displayPath))
  return {
    read,
    async preview<T>(transaction: Transaction<T>) {
      const before = await read()
      const { document, effects } = applyGroup(before, [transaction], displayPath)
      const outcome = outcomeOf(effects[0] as Effect, before)
      if (!outcome.isFulfilled) throw outcome.reason
      const { result, revision } = outcome.value as Committed<T>
      return { result, revision, diff: unifiedDiff(before.text, document.text, displayPath) }
    },
    transact: <T>(transaction: Transaction<T>) => enqueue(transaction) as Promise<Committed<T>>,
  }
}

/**
 * Attempts a group of transactions once: all changes are published together. Undefined when another process changed the file
 * or took the lock over.
 */
async function attemptGroup(
  storage: Storage,
  pollBudget: PollBudget,
  group: readonly Transaction<unknown>[],
): Promise<Outcome<Committed<unknown>>[] | undefined> {
  const session = await storage.begin(pollBudget)
  try {
    const before = toSnapshot(session.content, storage.displayPath)
    const { document, effects } = applyGroup(before, group, storage.displayPath)
    if (document.text === before.text) return effects.map((effect) => outcomeOf(effect, before))
    const bytes = Buffer.from(document.text)
    const published = await session.publish(bytes).catch((error: unknown) => ({ error }))
    if (!published) return undefined
    if (published !== true) return effects.map((effect) => failureOf(effect, published.error))
    const after = { revision: revisionOf(bytes, REVISION_DIGITS), exists: true }
    return effects.map((effect) => outcomeOf(effect, after))
  } finally {
    await session.end()
  }
}

/** The outcome of a transaction when the group cannot be written. One that was refused keeps its own error. */
function failureOf(effect: Effect, error: unknown): Outcome<never> {
  return { isFulfilled: false, reason: effect.kind === 'refused' ? effect.error : error }
}

function outcomeOf(
  effect: Effect,
  after: Pick<Snapshot, 'revision' | 'exists'>,
): Outcome<Committed<unknown>> {
  if (effect.kind === 'done')
    return { isFulfilled: true, value: { result: effect.result, revision: after.revision } }
  const reason = effect.kind === 'refused' ? effect.error : preconditionError(effect.precondition, after)
  return { isFulfilled: false, reason }
}
