// Defines the storage interface of a changelog. `file-storage.ts` implements it with a file. A different
// implementation can publish differently, for example as a git commit.
import type { PollBudget } from './lock.ts'
import type { FileContent } from './read-file.ts'

/** The storage of one changelog. */
export interface Storage {
  /** The path used in messages. */
  readonly displayPath: string
  /**
   * Reads the current content.
   * @throws AppError `changelog/unreadable`
   */
  read(): Promise<LocatedContent>
  /**
   * Acquires the lock, then reads the current content.
   * @throws AppError `changelog/unreadable`, `changelog/unwritable`, `changelog/locked`
   */
  begin(pollBudget: PollBudget): Promise<Session>
}

/** The content of a changelog, and where it is. */
export interface LocatedContent {
  /** The real path of the changelog, or another text that names it. */
  readonly path: string
  readonly content: FileContent
}

/** A session holds the lock from {@link Storage.begin} to {@link Session.end}. Its content is the one after the lock was acquired. */
export interface Session extends LocatedContent {
  /**
   * Replaces the content with the given bytes. When the promise resolves to true, the new content is on disk.
   * @returns false when another process changed the content since it was read, or took the lock over; the
   * changelog is not changed then
   * @throws AppError `changelog/unwritable`
   */
  publish(parts: readonly Buffer[]): Promise<boolean>
  /** Releases the lock. Never throws. */
  end(): Promise<void>
}
