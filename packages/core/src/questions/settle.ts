// From what two looks in a row found to what is served. Only what both found alike counts, so that a file that is
// half-written, or gone for the moment of its replacement, stays what it was.
import { setImmediate } from 'node:timers/promises'
import { type DatasetStatus, readStatus, type Sighting } from './status.ts'

type ByCategory<T> = ReadonlyMap<string, T>

/** What is served of a category, and what is known of the sighting that it comes from. */
export interface Standing extends Pick<Sighting, 'mark' | 'fingerprint'> {
  readonly status: DatasetStatus
}

/** A category that is not as it was; without a status it is gone. */
export interface DatasetChange {
  readonly category: string
  readonly status?: DatasetStatus
}

/** What two looks in a row found; of the first one only the marks are kept. */
export interface Looks {
  readonly previous: ByCategory<string>
  readonly latest: ByCategory<Sighting>
}

/** The marks of what a look found. */
export function marksOf(sightings: ByCategory<Sighting>): Map<string, string> {
  return new Map([...sightings].map(([category, { mark }]) => [category, mark]))
}

/**
 * What is served after a look; a category that both looks miss is left out. Sorted by category. Requests are answered
 * between one dataset and the next, however many have changed.
 */
export async function takeSettled(
  before: ByCategory<Standing>,
  { previous, latest }: Looks,
  now: Date,
): Promise<Map<string, Standing>> {
  const after = new Map<string, Standing>()
  for (const category of namesIn(before, latest)) {
    const standing = before.get(category)
    const sighting = latest.get(category)
    const isSettled = sighting?.mark === previous.get(category)
    if (standing && sighting?.mark === standing.mark) {
      after.set(category, { ...standing, fingerprint: sighting.fingerprint })
    } else if (standing && !isSettled) {
      after.set(category, standing)
    } else if (sighting && isSettled) {
      await setImmediate()
      const { mark, fingerprint } = sighting
      after.set(category, { mark, fingerprint, status: readStatus(sighting, standing?.status, now) })
    }
  }
  return after
}

/** The categories that are not as they were, sorted. */
export function findChanges(before: ByCategory<Standing>, after: ByCategory<Standing>): DatasetChange[] {
  return namesIn(before, after).flatMap((category) => {
    const status = after.get(category)?.status
    if (status === before.get(category)?.status) return []
    return [{ category, ...(status && { status }) }]
  })
}

function namesIn(...maps: readonly ByCategory<unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].sort()
}
