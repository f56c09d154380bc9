// Computes revisions, and defines the preconditions that compare them. A revision is a hash of the content:
// it changes exactly when the content changes. It is not a version number.
import { createHash, hash } from 'node:crypto'

/** Number of hexadecimal digits in a revision. These 64 bits suffice to distinguish the contents of one file. */
const DIGITS = 16

/** Computes the revision of a content: the first 16 hexadecimal digits of its SHA-256. */
export function revisionOf(bytes: Uint8Array | string): string {
  return hash('sha256', bytes).slice(0, DIGITS)
}

/** Computes the revision of a content that is in several parts. */
export function revisionOfParts(parts: Iterable<Uint8Array>): string {
  const sha256 = createHash('sha256')
  for (const part of parts) sha256.update(part)
  return sha256.digest('hex').slice(0, DIGITS)
}

/** A condition on a resource before it is changed: it exists, or its revision is one of `revisions`. */
export type Precondition =
  | { readonly kind: 'exists' }
  | { readonly kind: 'one_of'; readonly revisions: readonly string[] }
