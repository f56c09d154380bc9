// Computes revisions, and defines the preconditions that compare them. A revision is a hash of the content:
// it changes exactly when the content changes. It is not a version number.
import { createHash, hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Number of hexadecimal digits in a revision. These 64 bits suffice to distinguish the contents of one file. */
export const REVISION_DIGITS = 16

/** Computes the revision of a content: the first hexadecimal digits of its SHA-256. */
export function revisionOf(content: Uint8Array | string, digits = REVISION_DIGITS): string {
  return hash('sha256', content).slice(0, digits)
}

/** The size of the parts of a large content. Other work can run between two parts. */
const PART_BYTES = 1024 * 1024

/** Computes the same revision as {@link revisionOf} in parts, so that other work can run in between. */
export async function revisionOfLarge(bytes: Uint8Array): Promise<string> {
  const sha256 = createHash('sha256')
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    if (start > 0) await setImmediate()
    sha256.update(bytes.subarray(start, start + PART_BYTES))
  }
  return sha256.digest('hex').slice(0, REVISION_DIGITS)
}

/** A condition on a resource before it is changed: it exists, or its revision is one of `revisions`. */
export type Precondition =
  | { readonly kind: 'exists' }
  | { readonly kind: 'one_of'; readonly revisions: readonly string[] }
