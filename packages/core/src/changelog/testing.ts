// Helps tests to edit and read a changelog given as a string, and to measure processor time.
import { parseChangelog } from './document/index.ts'
import { addEntries, cutRelease, type ReleaseOptions } from './edit/index.ts'
import type { NewEntry } from './entry.ts'

/** Runs a function. Returns the processor time of this process meanwhile, in milliseconds. */
export function measureCpuMs(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Adds entries to a changelog. Returns its new text. */
export function addToText(text: string, entries: readonly NewEntry[]): string {
  return addEntries(parseChangelog(text), entries).text
}

/** Creates a release. Returns the outcome with the new text of the changelog. */
export function releaseText(text: string, options: ReleaseOptions) {
  const { document, outcome } = cutRelease(parseChangelog(text), options)
  return outcome.kind === 'released' ? { ...outcome, text: document.text } : outcome
}
