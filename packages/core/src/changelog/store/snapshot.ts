// A changelog's content at one moment. All who read the newest revision get the same object, so that many readers of a
// large file do not hold it many times, and it is parsed once.
import { revisionOf } from '../../revision.ts'
import { type ChangelogDocument, parseChangelog } from '../document/index.ts'
import { decodeText, type FileContent } from './read-file.ts'

/** The digits of a changelog's revision; they are its `ETag`. */
export const REVISION_DIGITS = 32

/** A changelog's content. */
export interface Snapshot {
  readonly text: string
  /** The first 32 hex digits of the SHA-256 of the bytes. */
  readonly revision: string
  /** Whether there is a file. */
  readonly exists: boolean
  /** The document; parsed at the first call, then kept. */
  document(): ChangelogDocument
}

/**
 * The snapshot of a file.
 * @param revision the revision of its bytes, where it is known already
 * @throws AppError `changelog/unreadable` for bytes that are not UTF-8
 */
export function toSnapshot(
  { bytes, stats }: FileContent,
  shown: string,
  revision = revisionOf(bytes, REVISION_DIGITS),
): Snapshot {
  const text = decodeText(bytes, shown)
  let document: ChangelogDocument | undefined
  return {
    text,
    revision,
    exists: stats !== undefined,
    document() {
      document ??= parseChangelog(text)
      return document
    },
  }
}

/** Reads so that all who read get the same object as long as the content stays the same. */
export function keepNewest(read: () => Promise<FileContent>, shown: string): () => Promise<Snapshot> {
  let newest: Snapshot | undefined
  return async () => {
    const content = await read()
    const revision = revisionOf(content.bytes, REVISION_DIGITS)
    const isSame = newest?.revision === revision && newest.exists === (content.stats !== undefined)
    if (!newest || !isSame) newest = toSnapshot(content, shown, revision)
    return newest
  }
}
