// Creates snapshots of a changelog. Readers of the same revision share one snapshot, so that its text is in
// memory once and is parsed once.
import { type ChangelogDocument, parseChangelog } from '../document/index.ts'
import { type Draft, openDraft, reopenDraft } from '../edit/index.ts'
import { type ContentHash, hashContent } from './content-hash.ts'
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

/** A snapshot that can be edited. */
export interface EditableSnapshot extends Snapshot {
  readonly hash: ContentHash
  draft(): Draft
}

/**
 * Creates a snapshot. The text is parsed when it is needed.
 * @param open opens its draft. It is passed a function that parses the text
 */
function createSnapshot(
  { hash, exists }: Pick<EditableSnapshot, 'hash' | 'exists'>,
  open: (parse: () => ChangelogDocument) => Draft,
): EditableSnapshot {
  let document: ChangelogDocument | undefined
  const parse = () => {
    document ??= parseChangelog(draft.text)
    return document
  }
  const draft = open(parse)
  return {
    get text() {
      return draft.text
    },
    revision: hash.revision,
    hash,
    exists,
    document: parse,
    draft: () => draft,
  }
}

/** The snapshot of the newest content. */
export interface SnapshotCache {
  /**
   * The snapshot of a content. The cached one when the content is the same.
   * @throws AppError `changelog/unreadable` when the bytes are not UTF-8
   */
  of(content: FileContent): EditableSnapshot
  /** The cached snapshot of a content. Undefined when it is not cached. */
  find(content: FileContent): EditableSnapshot | undefined
  /** Caches the snapshot of a content that was written, so that it need not be parsed. */
  put(parts: readonly Buffer[], hash: ContentHash, draft: Draft): void
}

/** Creates an empty cache. @param displayPath the path used in messages */
export function createSnapshotCache(displayPath: string): SnapshotCache {
  let latest: { readonly parts: readonly Buffer[]; readonly snapshot: EditableSnapshot } | undefined
  const find = ({ bytes, stats }: FileContent) => {
    const exists = stats !== undefined
    if (!latest || latest.snapshot.exists !== exists || !haveBytes(latest.parts, bytes)) return undefined
    // The parts of a content that was written keep the one before it in memory.
    latest = { parts: [bytes], snapshot: latest.snapshot }
    return latest.snapshot
  }
  return {
    find,
    of(content) {
      const cached = find(content)
      if (cached) return cached
      const exists = content.stats !== undefined
      const text = decodeText(content.bytes, displayPath)
      const hash = hashContent(content.bytes)
      const snapshot = createSnapshot({ hash, exists }, (parse) => openDraft(text, parse))
      latest = { parts: [content.bytes], snapshot }
      return snapshot
    },
    put(parts, hash, draft) {
      const snapshot = createSnapshot({ hash, exists: true }, () => reopenDraft(draft))
      latest = { parts, snapshot }
      // After the responses, which need not wait for it.
      setTimeout(() => {
        try {
          if (latest?.snapshot === snapshot) snapshot.draft().prepare()
        } catch {
          // The next edit reports it.
        }
      }, 1).unref()
    },
  }
}

/** Whether parts in a row are the given bytes. */
function haveBytes(parts: readonly Buffer[], bytes: Buffer): boolean {
  if (parts.length === 1 && parts[0] === bytes) return true
  let start = 0
  for (const part of parts) {
    const end = start + part.length
    if (end > bytes.length || part.compare(bytes, start, end) !== 0) return false
    start = end
  }
  return start === bytes.length
}
