// Creates snapshots of a changelog. Readers of the same revision share one snapshot, so that its text is in
// memory once and is parsed once.
import { revisionOf } from '../../revision.ts'
import { type ChangelogDocument, parseChangelog } from '../document/index.ts'
import { decodeText, type FileContent } from './read-file.ts'

/** Number of hex digits in the revision of a changelog. */
export const REVISION_DIGITS = 32

/** The content of a changelog at one time. */
export interface Snapshot {
  readonly text: string
  /** The first 32 hex digits of the SHA-256 hash of the bytes. */
  readonly revision: string
  /** Whether the file exists. `text` is empty when it does not. */
  readonly exists: boolean
  /** Returns the parsed text. It is parsed at the first call and then cached. */
  document(): ChangelogDocument
}

/**
 * Creates the snapshot of a file.
 * @param displayPath the path used in messages
 * @param revision the revision of the bytes; computed by default
 * @throws AppError `changelog/unreadable` when the bytes are not UTF-8
 */
export function toSnapshot(
  { bytes, stats }: FileContent,
  displayPath: string,
  revision = revisionOf(bytes, REVISION_DIGITS),
): Snapshot {
  const text = decodeText(bytes, displayPath)
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

/**
 * Wraps `read` with a cache of the latest snapshot. Every call reads the content. The cached snapshot is
 * returned when the content is unchanged.
 * @param displayPath the path used in messages
 * @throws AppError `changelog/unreadable`, from the returned function, when the bytes are not UTF-8
 */
export function cacheLatest(read: () => Promise<FileContent>, displayPath: string): () => Promise<Snapshot> {
  let latest: Snapshot | undefined
  return async () => {
    const content = await read()
    const revision = revisionOf(content.bytes, REVISION_DIGITS)
    const isUnchanged = latest?.revision === revision && latest.exists === (content.stats !== undefined)
    if (!latest || !isUnchanged) latest = toSnapshot(content, displayPath, revision)
    return latest
  }
}
