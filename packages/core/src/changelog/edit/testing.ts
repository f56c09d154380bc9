// Test helpers that edit texts.
import { parseChangelog } from '../document/index.ts'
import type { NewEntry } from '../entry.ts'
import { addEntries } from './add-entries.ts'
import { cutRelease, type ReleaseOrder } from './cut-release.ts'

/** Adds entries to a text and returns the new text. */
export function addToText(text: string, entries: readonly NewEntry[]): string {
  return addEntries(parseChangelog(text), entries).text
}

/** Cuts a release and returns its outcome with the new text. */
export function releaseText(text: string, order: ReleaseOrder) {
  const outcome = cutRelease(parseChangelog(text), order)
  return outcome.kind === 'released' ? { ...outcome, text: outcome.document.text } : outcome
}
