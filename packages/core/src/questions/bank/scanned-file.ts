// Defines the result of a scan for one category, and its fingerprint.
import { revisionOf } from '../../revision.ts'
import type { CategoryName } from '../category-name.ts'

/** The content of a scanned file. */
export type ScannedContent =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** A large file, which is read when it is loaded. `file` is its real path. */
  | { readonly kind: 'unread'; readonly file: string }
  /** `reason` is a complete message: "expected X, got Y". */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** The file is the same as in the previous snapshot, so it was not read again. */
  | { readonly kind: 'unchanged' }

/** The names of a dataset file. */
export interface FileNames extends CategoryName {
  /** The path used in messages. */
  readonly path: string
}

/** The file of a category at the time of a scan. */
export interface ScannedFile extends FileNames {
  readonly content: ScannedContent
  /**
   * Equal for two scans when their paths and their contents, or their reasons, are equal. For an unread file, equal when
   * its times are equal; while they are too recent, it is different in each scan.
   */
  readonly fingerprint: string
  /** The identity, size and times of the file. Undefined when the file has just changed. */
  readonly statFingerprint?: string | undefined
}

/** Returns the fingerprint of a file with this revision, of an unreadable file with this reason, … */
export function fingerprintOf(path: string, revisionOrReason: string): string {
  return `${path}\n${revisionOrReason}`
}

/** Creates the result for a file that was read. */
export function createScannedFile(
  names: FileNames,
  bytes: Uint8Array,
  statFingerprint: string | undefined,
): ScannedFile {
  const fingerprint = fingerprintOf(names.path, revisionOf(bytes))
  return { ...names, content: { kind: 'bytes', bytes }, fingerprint, statFingerprint }
}

/** Creates the result for a large file. @param file its real path */
export function createUnreadFile(
  names: FileNames,
  file: string,
  statFingerprint: string | undefined,
  now: Date,
): ScannedFile {
  const state = statFingerprint ?? `changed shortly before ${now.toISOString()}`
  const content = { kind: 'unread', file } as const
  return { ...names, content, fingerprint: fingerprintOf(names.path, state), statFingerprint }
}

/** Creates the result for a file that cannot be read. */
export function createUnreadableFile(names: FileNames, reason: string): ScannedFile {
  const content = { kind: 'unreadable', reason } as const
  return { ...names, content, fingerprint: fingerprintOf(names.path, reason) }
}
