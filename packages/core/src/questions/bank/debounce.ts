// Debounces scans: a change is applied when two consecutive scans found it. A file that is being written, or is missing
// while it is replaced, keeps its status.
import { setImmediate } from 'node:timers/promises'
import type { ScannedFile } from './scanned-file.ts'
import { type DatasetStatus, type LoadOptions, nextStatus } from './status.ts'

type ByCategory<T> = ReadonlyMap<string, T>

/** The status of a category, and the fingerprints of the file that it was made from. */
export interface SnapshotEntry extends Pick<ScannedFile, 'fingerprint' | 'statFingerprint'> {
  readonly status: DatasetStatus
}

/** Every category, sorted. */
export type Snapshot = ByCategory<SnapshotEntry>

/** A change of one category. `status` is absent when the category was removed. */
export interface DatasetChange {
  readonly category: string
  readonly status?: DatasetStatus
}

/** Two consecutive scans. Only the fingerprints of the first one are kept. */
export interface Scans {
  readonly previous: ByCategory<string>
  readonly latest: ByCategory<ScannedFile>
}

/** The fingerprint of each category of a scan. */
export function fingerprintsOf(scan: ByCategory<ScannedFile>): Map<string, string> {
  return new Map([...scan].map(([category, { fingerprint }]) => [category, fingerprint]))
}

/**
 * The snapshot after a scan. A category that neither scan found is removed. The event loop runs between two datasets,
 * so that requests are served while many are loaded.
 */
export async function nextSnapshot(
  before: Snapshot,
  { previous, latest }: Scans,
  options: LoadOptions,
  now: Date,
): Promise<Snapshot> {
  const after = new Map<string, SnapshotEntry>()
  for (const category of categoriesOf(before, latest)) {
    const entry = before.get(category)
    const file = latest.get(category)
    const isStable = file?.fingerprint === previous.get(category)
    if (entry && file?.fingerprint === entry.fingerprint) {
      after.set(category, { ...entry, statFingerprint: file.statFingerprint })
    } else if (entry && !isStable) {
      after.set(category, entry)
    } else if (file && isStable) {
      await setImmediate()
      const { fingerprint, statFingerprint } = file
      const status = nextStatus(file, entry?.status, options, now)
      after.set(category, { fingerprint, statFingerprint, status })
    }
  }
  return after
}

/** The categories that have changed, sorted. */
export function findChanges(before: Snapshot, after: Snapshot): DatasetChange[] {
  return categoriesOf(before, after).flatMap((category) => {
    const status = after.get(category)?.status
    if (status === before.get(category)?.status) return []
    return [{ category, ...(status && { status }) }]
  })
}

function categoriesOf(...maps: readonly ByCategory<unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].sort()
}
