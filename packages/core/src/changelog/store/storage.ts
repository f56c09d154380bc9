// What a changelog store needs of the place where the changelog is kept. The file is one implementation; another one may
// publish in another way, such as by a commit.
import type { Patience } from './lock.ts'
import type { FileContent } from './read-file.ts'

/** A place where a changelog is kept. */
export interface Storage {
  /** The path as it is shown to people. */
  readonly shown: string
  /** @throws AppError `changelog/unreadable` */
  read(): Promise<FileContent>
  /**
   * Takes the lock, and reads.
   * @throws AppError `changelog/unreadable`, `changelog/unwritable`, `changelog/locked`
   */
  begin(patience: Patience): Promise<Session>
}

/** The time during which this process is the only writer. */
export interface Session {
  readonly content: FileContent
  /**
   * Replaces the content. When this resolves to true, the new content is on disk.
   * @returns false when somebody else changed it since it was read, or took the lock over; nothing is written then
   * @throws AppError `changelog/unwritable`
   */
  publish(bytes: Buffer): Promise<boolean>
  /** Releases the lock. Never throws. */
  end(): Promise<void>
}
