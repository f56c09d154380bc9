// Edits of texts, for tests.
import { parseChangelog } from '../document/index.ts'
import type { NewEntry } from '../entry.ts'
import { addEntries } from './add-entries.ts'
import { cutRelease, type ReleaseOrder } from './cut-release.ts'

/** The text after entries were added. */
export function addToText(text: string, entries: readonly NewEntry[]): string {
  return addEntries(parseChangelog(text), entries).text
}

/** The outcome of a release, with the text after it. */
export function releaseText(text: string, order: ReleaseOrder) {
  const outcome = cutRelease(parseChangelog(text), order)
  return outcome.kind === 'released' ? { ...outcome, text: outcome.document.text } : outcome
}
