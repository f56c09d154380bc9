// The revision of a content, which changes exactly when the content does, and what a caller may require of it.
import { hash } from 'node:crypto'

/**
 * The revision of some bytes: the first `digits` hex digits of their SHA-256.
 * @param digits 16 unless told: 64 bits, enough to tell the contents of one file apart
 */
export function revisionOf(bytes: Uint8Array | string, digits = 16): string {
  return hash('sha256', bytes).slice(0, digits)
}

/** What must hold of a resource before it is changed: that it exists, or that it has one of some revisions. */
export type Precondition =
  | { readonly kind: 'exists' }
  | { readonly kind: 'one_of'; readonly revisions: readonly string[] }
