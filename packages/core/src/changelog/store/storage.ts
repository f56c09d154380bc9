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
  /** Returns the content that {@link read} returned last, or undefined when it may not be the current one. Never throws. */
  findUnchanged(): FileContent | undefined
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
  /** Begins to write the given bytes aside. Only what was staged last can be published, and only once. */
  stage(parts: readonly Buffer[]): StagedContent
  /** Releases the lock, and drops what is staged and not published. Never throws. */
  end(): Promise<void>
}

/** A new content that is written aside. The changelog is unchanged until it is published. */
export interface StagedContent {
  /**
   * Replaces the content of the changelog. When the promise resolves to true, the new content is on disk.
   * @returns false when another process changed the content since it was read, or took the lock over; the
   * changelog is not changed then
   * @throws AppError `changelog/unwritable`
   */
  publish(): Promise<boolean>
}
