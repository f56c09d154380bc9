// Reads a changelog. Readers of the same content share one snapshot, so that it is parsed once.
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { AppError } from '../../errors.ts'
import { readRegularFile } from '../../regular-file.ts'
import { type ChangelogDocument, parseChangelog } from '../document/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { codeOf, unreadableError } from './file-system.ts'

/** Maximum size of a changelog in bytes, both for reading and for writing: 4 MiB. */
export const MAX_CHANGELOG_BYTES = 4 * 1024 * 1024

/** A changelog that was read. A missing file has empty `bytes` and undefined `stats`. */
export interface ChangelogFile {
  /** The real path, without symbolic links. */
  readonly path: string
  readonly bytes: Buffer
  /** The metadata from before the content was read. Times are in nanoseconds. */
  readonly stats: BigIntStats | undefined
}

/**
 * Reads a changelog.
 * @param path an absolute path without symbolic links
 * @param displayPath the path used in messages
 * @throws AppError `changelog/unreadable`, also when it is not a regular file or larger than {@link MAX_CHANGELOG_BYTES}
 */
export async function readChangelogFile(path: string, displayPath: string): Promise<ChangelogFile> {
  try {
    return { path, ...(await readRegularFile(path, MAX_CHANGELOG_BYTES)) }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unreadableError(displayPath, error)
    return { path, bytes: Buffer.alloc(0), stats: undefined }
  }
}

/** The content of a changelog at one time. */
export interface Snapshot {
  readonly text: string
  /** The first 32 hex digits of the SHA-256 of the bytes. */
  readonly revision: string
  /** Whether the file exists. `text` is empty when it does not. */
  readonly exists: boolean
  /** Returns the parsed text. It is parsed at the first call and then kept. */
  document(): ChangelogDocument
}

/** Number of hex digits in the revision of a changelog. */
const REVISION_DIGITS = 32

/** Computes the revision of a content. */
export function revisionOf(content: Buffer | string): string {
  return hash('sha256', content).slice(0, REVISION_DIGITS)
}

/** Creates snapshots, and keeps the newest one. */
export type Snapshots = ReturnType<typeof createSnapshots>

/** Creates {@link Snapshots}. @param displayPath the path used in messages */
export function createSnapshots(displayPath: string) {
  let newest: { readonly bytes: Buffer; readonly snapshot: Snapshot } | undefined
  return {
    /** The snapshot of a file. @throws AppError `changelog/unreadable` when the bytes are not UTF-8 */
    of({ bytes, stats }: ChangelogFile): Snapshot {
      const exists = stats !== undefined
      if (newest && newest.snapshot.exists === exists && newest.bytes.equals(bytes)) return newest.snapshot
      const text = decodeText(bytes, displayPath)
      let parsed: ChangelogDocument | undefined
      const document = () => {
        parsed ??= parseChangelog(text)
        return parsed
      }
      newest = { bytes, snapshot: { text, revision: revisionOf(bytes), exists, document } }
      return newest.snapshot
    },
    /** Keeps the snapshot of a content that was written, so that it need not be parsed. */
    keep(bytes: Buffer, revision: string, document: ChangelogDocument): void {
      const { text } = document
      newest = { bytes, snapshot: { text, revision, exists: true, document: () => document } }
    },
  }
}

/** Decodes bytes as UTF-8. A byte order mark is kept. The error has the line of the first invalid bytes. */
function decodeText(bytes: Buffer, displayPath: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Line endings are ASCII in UTF-8, so that the bytes can be split into lines before they are decoded.
    const lines = bytes.toString('latin1').split(/\r\n?|\n/)
    const invalid = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
    throw new AppError(
      CHANGELOG_ERRORS.unreadable,
      `${displayPath}:${invalid + 1}: expected UTF-8, got invalid bytes`,
    )
  }
}
