// Provides test helpers that edit a changelog given as a string.
import { parseChangelog } from '../document/index.ts'
import type { NewEntry } from '../entry.ts'
import { cutRelease, type ReleaseOptions } from './release/cut-release.ts'
import { addEntries } from './update/add-entries.ts'

/** Adds entries to a changelog. Returns its new text. */
export function addToText(text: string, entries: readonly NewEntry[]): string {
  return addEntries(parseChangelog(text), entries).text
}

/** Creates a release. Returns the outcome with the new text of the changelog. */
export function releaseText(text: string, options: ReleaseOptions) {
  const outcome = cutRelease(parseChangelog(text), options)
  return outcome.kind === 'released' ? { ...outcome, text: outcome.document.text } : outcome
}
