// Debounces scans: a change is applied when two consecutive scans find it. A category keeps its status while
// its file is being written, or is missing for a moment because it is being replaced.
import { setImmediate } from 'node:timers/promises'
import type { Loader } from './load/index.ts'
import type { ScannedFile } from './scanned-file.ts'
import { computeStatus, type DatasetStatus, type LoadOptions } from './status.ts'

type ByCategory<T> = ReadonlyMap<string, T>

/** The status of a category, and the fingerprints of the file from which it was computed. */
export interface SnapshotEntry extends Pick<ScannedFile, 'fingerprint' | 'statFingerprint'> {
  readonly status: DatasetStatus
}

/** The status of every category, sorted by category. */
export type Snapshot = ByCategory<SnapshotEntry>

/** A change of a category. `status` is absent when the category was removed. */
export interface DatasetChange {
  readonly category: string
  readonly status?: DatasetStatus
}

/** Two consecutive scans. */
export interface Scans {
  /** The fingerprints of the previous scan. */
  readonly previous: ByCategory<string>
  readonly latest: ByCategory<ScannedFile>
}

/** Returns the fingerprint of each category of a scan. */
export function fingerprintsOf(scan: ByCategory<ScannedFile>): Map<string, string> {
  return new Map([...scan].map(([category, { fingerprint }]) => [category, fingerprint]))
}

/**
 * Computes the snapshot after a scan. A category is removed when both scans lack it. The event loop runs
 * before each dataset is loaded, so that requests are served while many datasets are loaded.
 * @param snapshot the snapshot before the scan
 */
export async function applyScans(
  snapshot: Snapshot,
  { previous, latest }: Scans,
  options: LoadOptions & { readonly loader: Loader },
  now: () => Date,
): Promise<Snapshot> {
  const next = new Map<string, SnapshotEntry>()
  for (const category of categoriesOf(snapshot, latest)) {
    const entry = snapshot.get(category)
    const file = latest.get(category)
    const isStable = file?.fingerprint === previous.get(category)
    if (entry && file?.fingerprint === entry.fingerprint) {
      next.set(category, { ...entry, statFingerprint: file.statFingerprint })
    } else if (entry && !isStable) {
      next.set(category, entry)
    } else if (file && isStable) {
      await setImmediate()
      const { fingerprint, statFingerprint } = file
      const status = await computeStatus(file, entry?.status, options, now)
      next.set(category, { fingerprint, statFingerprint, status })
    }
  }
  return next
}

/** Lists the changes between two snapshots, sorted by category. */
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
