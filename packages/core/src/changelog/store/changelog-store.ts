// A changelog that is read as snapshots and changed by transactions. A transaction is a pure function of the document;
// reading, locking, writing and retrying are done here.
import { AppError } from '../../errors.ts'
import { type Precondition, revisionOf } from '../../revision.ts'
import type { ChangelogDocument } from '../document/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { openFileStorage } from './file-storage.ts'
import { DISK, type FileSystem } from './file-system.ts'
import { type Patience, startPatience } from './lock.ts'
import { createQueue } from './queue.ts'
import { MAX_CHANGELOG_BYTES } from './read-file.ts'
import { namePath } from './real-path.ts'
import { shareReads } from './share-reads.ts'
import { keepNewest, REVISION_DIGITS, type Snapshot, toSnapshot } from './snapshot.ts'
import type { Storage } from './storage.ts'

/** Where the changelog is. */
export interface ChangelogStoreOptions {
  readonly repositoryPath: string
  /** Relative to the repository, inside it, and outside of git directories. */
  readonly changelogPath: string
  readonly fileSystem?: FileSystem
}

/** A changelog. A file that does not exist reads as an empty text. */
export interface ChangelogStore {
  /**
   * Reads the changelog as it is when this is called, or later. The same content is the same object.
   * @throws AppError `changelog/unreadable`
   */
  read(): Promise<Snapshot>
  /**
   * Changes the changelog while nobody else does. When this resolves, the new revision is on disk.
   * @throws AppError `changelog/precondition_failed`, `changelog/unreadable`, `changelog/unwritable`,
   * `changelog/locked`, `changelog/edit_refused` when the new text is too large, or what `change` throws
   */
  transact<T>(transaction: Transaction<T>): Promise<Committed<T>>
}

/** A change of the changelog. */
export interface Transaction<T> {
  /** Must hold of the revision that is changed. */
  readonly precondition?: Precondition | undefined
  /**
   * Pure: the document after the change, the same object when nothing changes. Called again on the new content when
   * somebody else changed the file meanwhile.
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

/** How often a transaction is attempted before it gives up because others keep changing the file. */
const MAX_ATTEMPTS = 5

/**
 * Names a changelog; nothing is read yet.
 * @throws AppError `changelog/invalid_path` when the path leads out of the repository, or into a git directory
 */
export function openChangelogStore(options: ChangelogStoreOptions): ChangelogStore {
  const { repositoryPath, changelogPath, fileSystem = DISK } = options
  const storage = openFileStorage(fileSystem, namePath(repositoryPath, changelogPath))
  const { shown } = storage
  const enqueue = createQueue(shown)
  return {
    read: shareReads(keepNewest(() => storage.read(), shown)),
    transact: (transaction) =>
      enqueue(async () => {
        const patience = startPatience()
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const committed = await attemptTransaction(storage, patience, transaction)
          if (committed) return committed
        }
        throw new AppError(
          CHANGELOG_ERRORS.locked,
          `${shown}: expected the file to stay as it was read, got ${MAX_ATTEMPTS} changes by others in a row; try again`,
        )
      }),
  }
}

/** One attempt; undefined when somebody else changed the file meanwhile, or the lock was lost. */
async function attemptTransaction<T>(
  storage: Storage,
  patience: Patience,
  { precondition, change }: Transaction<T>,
): Promise<Committed<T> | undefined> {
  const session = await storage.begin(patience)
  try {
    const before = toSnapshot(session.content, storage.shown)
    assertPrecondition(before, precondition)
    const unchanged = before.document()
    const { document, result } = change(unchanged)
    if (document.text === unchanged.text) return { result, revision: before.revision }
    const bytes = Buffer.from(document.text)
    assertReadable(bytes, storage.shown)
    const isPublished = await session.publish(bytes)
    return isPublished ? { result, revision: revisionOf(bytes, REVISION_DIGITS) } : undefined
  } finally {
    await session.end()
  }
}

function assertPrecondition({ revision, exists }: Snapshot, precondition: Precondition | undefined): void {
  if (!precondition) return
  const holds = precondition.kind === 'exists' ? exists : precondition.revisions.includes(revision)
  if (holds) return
  const expected = precondition.kind === 'exists' ? 'a file' : describeRevisions(precondition.revisions)
  const got = exists ? revision : 'no file'
  throw new AppError(CHANGELOG_ERRORS.precondition_failed, `expected ${expected}, got ${got}`, { revision })
}

/** How many revisions a message names. */
const SHOWN_REVISIONS = 3

function describeRevisions(revisions: readonly string[]): string {
  if (revisions.length === 0) return 'a revision in quotation marks'
  const shown = revisions.slice(0, SHOWN_REVISIONS).map((revision) => revision.slice(0, 80))
  const more = revisions.length > SHOWN_REVISIONS ? ', …' : ''
  return `the revision ${shown.join(' or ')}${more}`
}

/** What is written must be readable again. */
function assertReadable({ length }: Buffer, shown: string): void {
  if (length <= MAX_CHANGELOG_BYTES) return
  throw new AppError(
    CHANGELOG_ERRORS.edit_refused,
    `${shown}: expected at most ${MAX_CHANGELOG_BYTES} bytes after the edit, got ${length}; the file is unchanged`,
  )
}
