// Stores a changelog. It is read as snapshots and changed by transactions. A transaction is a pure function
// of the document. The store locks, reads, writes and retries.
import { AppError } from '../../errors.ts'
import { type Precondition, revisionOf } from '../../revision.ts'
import type { ChangelogDocument } from '../document/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { coalesceReads } from './coalesce-reads.ts'
import { openFileStorage } from './file-storage.ts'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { createPollBudget, type PollBudget } from './lock.ts'
import { createQueue } from './queue.ts'
import { MAX_CHANGELOG_BYTES } from './read-file.ts'
import { resolveChangelogPath } from './real-path.ts'
import { cacheLatest, REVISION_DIGITS, type Snapshot, toSnapshot } from './snapshot.ts'
import type { Storage } from './storage.ts'

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
   * Changes the changelog while it holds the lock. When the promise resolves, the new revision is on disk.
   * @throws AppError `changelog/precondition_failed`, `changelog/unreadable`, `changelog/unwritable`,
   * `changelog/locked`, `changelog/edit_refused` when the new text is too large, and all errors of `change`
   */
  transact<T>(transaction: Transaction<T>): Promise<Committed<T>>
}

/** A change of a changelog. */
export interface Transaction<T> {
  /** The condition that the revision must satisfy before the change. */
  readonly precondition?: Precondition | undefined
  /**
   * A pure function. Returns the changed document, or the same document when nothing changes. It is called
   * again with the new content when another process changes the file before the change is published.
   */
  readonly change: (document: ChangelogDocument) => {
    readonly document: ChangelogDocument
    readonly result: T
  }
}

/** The result of a transaction, and the revision after it. */
export interface Committed<T> {
  readonly result: T
  readonly revision: string
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
  const enqueue = createQueue(displayPath)
  return {
    read: coalesceReads(cacheLatest(() => storage.read(), displayPath)),
    transact: (transaction) =>
      enqueue(async () => {
        const pollBudget = createPollBudget()
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const committed = await attemptTransaction(storage, pollBudget, transaction)
          if (committed) return committed
        }
        throw new AppError(
          CHANGELOG_ERRORS.locked,
          `${displayPath}: expected no concurrent change, got ${MAX_ATTEMPTS} in a row; try again`,
        )
      }),
  }
}

/** Attempts a transaction once. Undefined when another process changed the file or took the lock over. */
async function attemptTransaction<T>(
  storage: Storage,
  pollBudget: PollBudget,
  { precondition, change }: Transaction<T>,
): Promise<Committed<T> | undefined> {
  const session = await storage.begin(pollBudget)
  try {
    const before = toSnapshot(session.content, storage.displayPath)
    assertPrecondition(before, precondition)
    const original = before.document()
    const { document, result } = change(original)
    if (document.text === original.text) return { result, revision: before.revision }
    const bytes = Buffer.from(document.text)
    assertSize(bytes, storage.displayPath)
    const isPublished = await session.publish(bytes)
    return isPublished ? { result, revision: revisionOf(bytes, REVISION_DIGITS) } : undefined
  } finally {
    await session.end()
  }
}

function assertPrecondition({ revision, exists }: Snapshot, precondition: Precondition | undefined): void {
  if (!precondition) return
  const isMet = precondition.kind === 'exists' ? exists : precondition.revisions.includes(revision)
  if (isMet) return
  const expected = precondition.kind === 'exists' ? 'a file' : describeRevisions(precondition.revisions)
  const got = exists ? revision : 'no file'
  throw new AppError(CHANGELOG_ERRORS.precondition_failed, `expected ${expected}, got ${got}`, { revision })
}

/** Maximum number of revisions in a message. */
const MAX_QUOTED_REVISIONS = 3

function describeRevisions(revisions: readonly string[]): string {
  if (revisions.length === 0) return 'a revision in quotation marks'
  const quoted = revisions.slice(0, MAX_QUOTED_REVISIONS).map((revision) => revision.slice(0, 80))
  const more = revisions.length > MAX_QUOTED_REVISIONS ? ', …' : ''
  return `the revision ${quoted.join(' or ')}${more}`
}

/** Asserts that the store can read the new content again. */
function assertSize({ length }: Buffer, displayPath: string): void {
  if (length <= MAX_CHANGELOG_BYTES) return
  const expected = `expected at most ${MAX_CHANGELOG_BYTES} bytes after the edit`
  throw new AppError(
    CHANGELOG_ERRORS.edit_refused,
    `${displayPath}: ${expected}, got ${length}; the file is unchanged`,
  )
}
