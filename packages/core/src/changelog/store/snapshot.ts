// Creates snapshots of a changelog. Readers of the same revision share one snapshot, so that its text is in
// memory once and is parsed once.
import { hash } from 'node:crypto'
import { type ChangelogDocument, parseChangelog } from '../document/index.ts'
import { decodeText, type FileContent } from './read-file.ts'

/** The content of a changelog at one time. */
export interface Snapshot {
  readonly text: string
  /** A hash of the bytes, in 32 hex digits. */
  readonly revision: string
  /** Whether the file exists. `text` is empty when it does not. */
  readonly exists: boolean
  /** Returns the parsed text. It is parsed at the first call and then cached. */
  document(): ChangelogDocument
}

/** Number of hex digits in the revision of a changelog. */
const REVISION_DIGITS = 32

/** Computes the revision of a content: the first 32 hex digits of its SHA-256. */
export function contentRevisionOf(bytes: Buffer): string {
  return hash('sha256', bytes).slice(0, REVISION_DIGITS)
}

/** The snapshot of the newest content. */
export interface SnapshotCache {
  /**
   * The snapshot of a content. The cached one when the content is the same.
   * @throws AppError `changelog/unreadable` when the bytes are not UTF-8
   */
  of(content: FileContent): Snapshot
  /** The cached snapshot of a content. Undefined when it is not cached. */
  find(content: FileContent): Snapshot | undefined
  /** Caches the snapshot of a content that was written, so that it need not be parsed. */
  put(bytes: Buffer, revision: string, document: ChangelogDocument): void
}

/** Creates an empty cache. @param displayPath the path used in messages */
export function createSnapshotCache(displayPath: string): SnapshotCache {
  let latest: { readonly bytes: Buffer; readonly snapshot: Snapshot } | undefined
  const find = ({ bytes, stats }: FileContent) => {
    const exists = stats !== undefined
    if (!latest || latest.snapshot.exists !== exists || !latest.bytes.equals(bytes)) return undefined
    return latest.snapshot
  }
  return {
    find,
    of(content) {
      const cached = find(content)
      if (cached) return cached
      const { bytes, stats } = content
      const text = decodeText(bytes, displayPath)
      let document: ChangelogDocument | undefined
      const snapshot = {
        text,
        revision: contentRevisionOf(bytes),
        exists: stats !== undefined,
        document() {
          document ??= parseChangelog(text)
          return document
        },
      }
      latest = { bytes, snapshot }
      return snapshot
    },
    put(bytes, revision, document) {
      const { text } = document
      latest = { bytes, snapshot: { text, revision, exists: true, document: () => document } }
    },
  }
}
