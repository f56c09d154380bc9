// Stores a changelog. It is read as snapshots and changed by transactions. The store locks, reads, writes and retries.
// Transactions that wait for the lock are applied to one text and published together.
import { AppError } from '../../errors.ts'
import type { VersionControl } from '../../git/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { unifiedDiff } from '../unified-diff.ts'
import { applyGroup, type Effect } from './apply-group.ts'
import { recoverGroup } from './attempt-group.ts'
import { coalesceReads } from './coalesce-reads.ts'
import { openFileStorage } from './file-storage.ts'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { createFollower } from './follow-remote.ts'
import { createGroupQueue } from './group-queue.ts'
import { type IdempotencyKey, type JournalOptions, openJournal } from './journal/index.ts'
import { createPollBudget } from './lock.ts'
import { outcomeOf, versionOf, workingFileOf } from './publish-group.ts'
import { resolveChangelogPath } from './real-path.ts'
import { runGroup } from './run-group.ts'
import { createSnapshotCache, type Snapshot } from './snapshot.ts'
import type { Committed, Preview, Transaction } from './transaction.ts'

/** The location of a changelog. */
export interface ChangelogStoreOptions {
  readonly repositoryPath: string
  /** Relative to the repository, inside it, and outside git directories. */
  readonly changelogPath: string
  /** The file system of Node.js by default. */
  readonly fileSystem?: FileSystem
  /** Where and how long the results of transactions with a key are kept: 24 hours by default. */
  readonly journal?: Partial<JournalOptions>
  /** Records releases in git, or all changes. By default, only the file is changed. */
  readonly versionControl?: VersionControl | undefined
  /** Called when the clone cannot follow the remote before a read. */
  readonly onFollowError?: (error: unknown) => void
}

/** The store of one changelog. A file that does not exist has the empty text. */
export interface ChangelogStore {
  /**
   * Reads the content at the time of the call or later. Calls that read the same content get the same object.
   * @throws AppError `changelog/unreadable`
   */
  read(): Promise<Snapshot>
  /**
   * Returns what {@link read} would return, without waiting. Undefined when the file must be read, or the remote followed. Never
   * throws.
   */
  findUnchanged(): Snapshot | undefined
  /**
   * Changes the changelog while it holds the lock. When the promise resolves, the new revision is on disk. Transactions that
   * wait at the same time are applied in order and published together; each has its own result or error.
   * @throws AppError `changelog/precondition_failed`, `changelog/unreadable`, `changelog/unwritable`,
   * `changelog/locked`, `changelog/edit_refused` when the new text is too large, and all errors of `change`. With a key also
   * `changelog/key_reused`, `changelog/key_in_use`, `changelog/undecided`, `changelog/journal_unusable`
   */
  transact<T>(transaction: Transaction<T>): Promise<Committed<T>>
  /**
   * Applies a transaction to the current content, and writes nothing. No lock is acquired.
   * @throws AppError the same errors as {@link transact}, except those of the lock and of writing
   */
  preview<T>(transaction: Transaction<T>): Promise<Preview<T>>
  /** Completes what was interrupted, and follows the remote. @throws AppError the errors of {@link transact} */
  recover(): Promise<void>
}

const DEFAULT_MAX_AGE_MS = 24 * 60 * 60 * 1000

/**
 * Opens the store of a changelog. Nothing is read yet.
 * @throws AppError `changelog/invalid_path` when the path leads out of the repository or into a git directory
 */
export function openChangelogStore(options: ChangelogStoreOptions): ChangelogStore {
  const { repositoryPath, changelogPath, fileSystem = NODE_FILE_SYSTEM, versionControl } = options
  const journalOptions = { maxAgeMs: DEFAULT_MAX_AGE_MS, now: Date.now, ...options.journal }
  const journal = openJournal(fileSystem, repositoryPath, journalOptions)
  const storage = openFileStorage(fileSystem, resolveChangelogPath(repositoryPath, changelogPath))
  const { displayPath } = storage
  const cache = createSnapshotCache(displayPath)
  const state = { journal, cache, versionControl }
  const enqueue = createGroupQueue<Transaction<unknown>, Committed<unknown>>(displayPath, (group) =>
    runGroup(storage, state, group),
  )
  /** The ids of the keys of running transactions. */
  const running = new Set<string>()
  const recover = () => recoverGroup(storage, state, createPollBudget())
  const { onFollowError: onError = () => {} } = options
  const follow = createFollower({ versionControl, now: journalOptions.now, synchronize: recover, onError })
  const readFile = coalesceReads(async () => cache.of((await storage.read()).content))
  const findUnchanged = () => {
    const content = storage.findUnchanged()
    return content && cache.find(content)
  }
  return {
    async read() {
      await follow()
      return findUnchanged() ?? readFile()
    },
    findUnchanged: () => (versionControl?.isShared ? undefined : findUnchanged()),
    recover,
    async preview<T>(transaction: Transaction<T>) {
      await follow()
      const file = await storage.read()
      const before = cache.of(file.content)
      const { document, effects } = applyGroup(before, [transaction], displayPath)
      const outcome = outcomeOf(effects[0] as Effect, before)
      if (!outcome.isFulfilled) throw outcome.reason
      const { result, revision } = outcome.value as Committed<T>
      const version = versionOf(effects)
      const isRecorded = versionControl?.isShared ? document.text !== before.text : version !== undefined
      const git = isRecorded ? await versionControl?.preview(workingFileOf(file), version) : undefined
      return { result, revision, diff: unifiedDiff(before.text, document.text, displayPath), git }
    },
    transact: <T>(transaction: Transaction<T>) =>
      withoutRepetition(running, transaction.idempotencyKey, () => enqueue(transaction)) as Promise<
        Committed<T>
      >,
  }
}

/** Runs a transaction. Rejects it when one with the same key is running. */
async function withoutRepetition<T>(
  running: Set<string>,
  key: IdempotencyKey | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (!key) return run()
  if (running.has(key.id)) {
    throw new AppError(
      CHANGELOG_ERRORS.key_in_use,
      'Idempotency-Key: expected the first request with this key to have ended, got a running one; try again in 1 second',
      { retryAfterSeconds: 1 },
    )
  }
  running.add(key.id)
  try {
    return await run()
  } finally {
    running.delete(key.id)
  }
}
