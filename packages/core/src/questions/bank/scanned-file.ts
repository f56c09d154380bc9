// The result of a scan for one category.
import { revisionOf } from '../../revision.ts'
import type { CategoryName } from '../category-name.ts'

/** The content of a scanned file. */
export type ScannedContent =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** The file is the same as in the previous snapshot; it was not read again. */
  | { readonly kind: 'unchanged' }

/** The file of a category at the time of a scan. */
export interface ScannedFile extends CategoryName {
  /** The file as it appears in diagnostics. */
  readonly path: string
  readonly content: ScannedContent
  /** The same for two scans exactly when they found the same content, or the same reason. */
  readonly fingerprint: string
  /** Identity, size and times of the file; undefined when they do not prove that it is unchanged. */
  readonly statFingerprint?: string | undefined
}

/** The fingerprint of a file with this revision, or of an unreadable file with this reason. */
export function fingerprintOf(path: string, revisionOrReason: string): string {
  return `${path}\n${revisionOrReason}`
}

/** The result for a file that was read. */
export function foundBytes(
  shown: CategoryName & { readonly path: string },
  bytes: Uint8Array,
  statFingerprint: string | undefined,
): ScannedFile {
  const fingerprint = fingerprintOf(shown.path, revisionOf(bytes))
  return { ...shown, content: { kind: 'bytes', bytes }, fingerprint, statFingerprint }
}

/** The result for a file that could not be read. */
export function foundUnreadable(
  shown: CategoryName & { readonly path: string },
  reason: string,
): ScannedFile {
  const content = { kind: 'unreadable', reason } as const
  return { ...shown, content, fingerprint: fingerprintOf(shown.path, reason) }
}
