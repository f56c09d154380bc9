// Stores a changelog. It is read as snapshots and changed by transactions. Transactions that wait are a batch: they are applied
// to one text, in order, and published together.
import { setTimeout as pause } from 'node:timers/promises'
import { AppError, type ErrorDefinition, isError } from '../../errors.ts'
import { GIT_ERRORS, type IdempotencyKey, type VersionControl } from '../../git/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { unifiedDiff } from '../unified-diff.ts'
import { attemptBatch, type Interference, type StoreParts } from './attempt-batch.ts'
import {
  createSnapshots,
  findRealPath,
  readChangelogFile,
  resolveChangelogPath,
  type Snapshot,
} from './changelog-file.ts'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { type JournalOptions, openJournal } from './journal.ts'
import {
  applyBatch,
  type Committed,
  type OutcomeOf,
  type Preview,
  type Settled,
  sizeOfBatch,
  type Transaction,
} from './transaction.ts'

/** Runs a task after the earlier ones. */
export type RunAlone = <T>(task: () => Promise<T>) => Promise<T>

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
  /** Runs tasks that change the repository, one at a time, when several stores share it. */
  readonly runAlone?: RunAlone
  /** Called when the clone cannot follow the remote before a read. */
  readonly onFollowError?: (error: unknown) => void
}

/** The store of one changelog. A file that does not exist has the empty text. */
export type ChangelogStore = ReturnType<typeof openChangelogStore>

const DEFAULT_MAX_AGE_MS = 24 * 60 * 60 * 1000
/** Maximum number of transactions that wait for the next batch. */
const MAX_WAITING = 1000
/** Maximum number of attempts of a batch while other processes change the file, and while the clone follows the remote. */
const MAX_ATTEMPTS = { changed: 5, replaced: 20 }
/** Maximum pause before the second push of a batch, in milliseconds. It doubles with each push. */
const FIRST_PAUSE_MS = 100

/** Opens the store of a changelog. Nothing is read yet. @throws AppError `changelog/invalid_path` */
export function openChangelogStore(options: ChangelogStoreOptions) {
  const { repositoryPath, changelogPath, fileSystem: fs = NODE_FILE_SYSTEM, versionControl } = options
  const journalOptions = { maxAgeMs: DEFAULT_MAX_AGE_MS, now: Date.now, ...options.journal }
  const location = resolveChangelogPath(repositoryPath, changelogPath)
  const { displayPath } = location
  const snapshots = createSnapshots(displayPath)
  const journal = openJournal(fs, repositoryPath, journalOptions)
  const { runAlone = (task) => task() } = options
  const parts: StoreParts = { fs, location, snapshots, journal, versionControl }
  const catchUpAlone = async () => {
    await attemptBatch(parts, [], false)
  }
  const catchUp = () => runAlone(catchUpAlone)
  const followWhenDue = createFollower(versionControl, catchUp, journalOptions.now, options.onFollowError)
  const enqueue = createQueue(parts, runAlone)
  const readFile = async (missing: ErrorDefinition) => {
    const path = await findRealPath(location)
    return readChangelogFile(path, displayPath, versionControl?.isTracked, missing)
  }
  const prepare = async <T extends Transaction>(transaction: T) => {
    const file = await readFile(GIT_ERRORS.unexpected_state)
    const before = snapshots.of(file)
    const { document, outcome, errors } = await applyBatch(before, [transaction], displayPath)
    if (errors.has(transaction)) throw errors.get(transaction)
    const diff = unifiedDiff(before.document.text, document.text, displayPath)
    return { file, before, document, outcome: outcome as OutcomeOf<T>, diff }
  }
  return {
    /** Completes what was interrupted, and follows the remote. @throws AppError the errors of `transact` */
    catchUp,
    /** Like `catchUp`, for a caller that runs alone already. */
    catchUpAlone,
    /** Applies a transaction to the current content, for a caller that publishes it. @throws AppError as for `preview` */
    prepare,
    versionControl,
    /** Finds a request with a key that a clone has recorded in git. */
    findRecorded: async (key: IdempotencyKey | undefined) =>
      key && (await versionControl?.findRequests([key], journal.oldest()))?.get(key.id),
    /** Reads the content. @throws AppError `changelog/unreadable` */
    async read(): Promise<Snapshot> {
      await followWhenDue()
      return snapshots.of(await readFile(CHANGELOG_ERRORS.unreadable))
    },
    /** Applies a transaction, and writes nothing. @throws AppError as `transact`, but for the lock and writing */
    async preview<T extends Transaction>(transaction: T): Promise<Preview<OutcomeOf<T>>> {
      await followWhenDue()
      const { file, before, outcome, diff } = await prepare(transaction)
      const version = outcome.kind === 'released' ? outcome.version : undefined
      const isRecorded = versionControl?.pushes ? diff !== '' : version !== undefined
      const git = isRecorded ? await versionControl?.preview([{ file, version }]) : undefined
      return { outcome, revision: before.revision, diff, git }
    },
    /**
     * Changes the changelog while it holds the lock. When the promise resolves, the new revision is on disk. Transactions that
     * wait at the same time are applied in order and published together; each has its own outcome or error.
     * @throws AppError `changelog/precondition_failed`, `changelog/unreadable`, `changelog/unwritable`, `changelog/locked`,
     * `changelog/edit_refused` when the new text is too large, and all errors of the edit. With a key also
     * `changelog/key_reused`, `changelog/key_in_use`, `changelog/undecided`, `changelog/journal_unusable`
     */
    transact: <T extends Transaction>(transaction: T) =>
      enqueue(transaction) as Promise<Committed<OutcomeOf<T>>>,
  }
}

/** Creates a function that adds a transaction to the queue, and runs the queue. */
function createQueue(
  parts: StoreParts,
  runAlone: RunAlone,
): (transaction: Transaction) => Promise<Committed> {
  const { displayPath } = parts.location
  const waiting: {
    readonly transaction: Transaction
    readonly resolve: (committed: Committed) => void
    readonly reject: (reason: unknown) => void
  }[] = []
  /** The ids of the keys of transactions that wait or run. */
  const usedKeys = new Set<string>()
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, sizeOfBatch(waiting.map(({ transaction }) => transaction)))
      const transactions = batch.map(({ transaction }) => transaction)
      const attempt = (isFetched: boolean) => runAlone(() => attemptBatch(parts, transactions, isFetched))
      try {
        const settled = await attemptUntilDone(attempt, displayPath, parts.versionControl)
        for (const [index, { resolve, reject }] of batch.entries()) {
          const one = settled[index] as Settled
          if (one.status === 'fulfilled') resolve(one.value)
          else reject(one.reason)
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
        if (!isError(error, CHANGELOG_ERRORS.locked)) continue
        // Otherwise each batch would wait for the full lock timeout.
        for (const { reject } of waiting.splice(0))
          reject(lockedError(displayPath, 'the lock, got an earlier edit that failed to acquire it'))
      }
    }
    isRunning = false
  }
  return async (transaction) => {
    const id = transaction.idempotencyKey?.id
    if (id !== undefined && usedKeys.has(id)) {
      const message =
        'Idempotency-Key: expected the first request with this key to have ended, got a running one; try again in 1 second'
      throw new AppError(CHANGELOG_ERRORS.key_in_use, message, { retryAfterSeconds: 1 })
    }
    if (waiting.length >= MAX_WAITING) {
      const got = waiting.length + 1
      throw lockedError(displayPath, `at most ${MAX_WAITING} waiting edits, got ${got}`)
    }
    if (id !== undefined) usedKeys.add(id)
    const committed = new Promise<Committed>((resolve, reject) =>
      waiting.push({ transaction, resolve, reject }),
    )
    if (!isRunning) void run()
    return committed.finally(() => usedKeys.delete(id ?? ''))
  }
}

/** Attempts an edit until nothing interferes. `isFetched` is whether the state of the remote was just fetched. */
export async function attemptUntilDone<T extends object>(
  attempt: (isFetched: boolean) => Promise<T | Interference>,
  displayPath: string,
  versionControl: VersionControl | undefined,
): Promise<T> {
  const limits = { ...MAX_ATTEMPTS, rejected: versionControl?.maxAttempts ?? 1 }
  const counts = { changed: 0, replaced: 0, rejected: 0 }
  for (let isFetched = false; ; ) {
    const result = await attempt(isFetched)
    if (typeof result !== 'string') return result
    counts[result] += 1
    const count = counts[result]
    if (count >= limits[result]) {
      if (result === 'changed') throw lockedError(displayPath, `no concurrent change, got ${count} in a row`)
      const message = `expected to push before other clones do, got ${count} rejections in a row; nothing was changed; try again`
      throw new AppError(CHANGELOG_ERRORS.push_rejected, message)
    }
    // After the clone was updated, it need not fetch again. When the remote has changed, the push is rejected.
    isFetched = result === 'replaced'
    if (result === 'rejected') await pause(Math.random() * FIRST_PAUSE_MS * 2 ** (count - 1))
  }
}

/** @param expected what was expected and what came, without the word "expected" */
function lockedError(displayPath: string, expected: string): AppError {
  return new AppError(CHANGELOG_ERRORS.locked, `${displayPath}: expected ${expected}; try again`)
}

/** Maximum time that a read waits for an update, in milliseconds. The update goes on, for later reads. */
const MAX_WAIT_MS = 1000

/**
 * Creates a function that updates the clone when that is due. It never throws. Concurrent calls share an update.
 * @param update updates the clone
 * @param now the time in milliseconds
 * @param onError called with the error of an update; the state of the clone is read then
 */
function createFollower(
  versionControl: VersionControl | undefined,
  update: () => Promise<void>,
  now: () => number,
  onError: (error: unknown) => void = () => {},
): () => Promise<void> {
  if (!versionControl?.pushes) return async () => {}
  const { maxAgeMs } = versionControl
  let updatedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  const run = async () => {
    await update().catch(onError)
    updatedAt = now()
    running = undefined
  }
  return async () => {
    const ageMs = now() - updatedAt
    // It is negative when the clock of the machine was set back.
    if (!running && ageMs >= 0 && ageMs < maxAgeMs) return
    running ??= run()
    await Promise.race([running, pause(MAX_WAIT_MS, undefined, { ref: false })])
  }
}
