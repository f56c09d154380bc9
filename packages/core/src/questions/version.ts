// How a content is known again.
import { hash } from 'node:crypto'

/** The version of a content: the first 16 hex digits of its SHA-256. */
export function versionOf(bytes: Uint8Array): string {
  return hash('sha256', bytes).slice(0, 16)
}
