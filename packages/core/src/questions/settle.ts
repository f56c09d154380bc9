// From what two looks in a row found to what is served. Only what both found alike counts, so that a file that is
// half-written, or gone for the moment of its replacement, stays what it was. Pure.
import { type DatasetStatus, readStatus, type Sighting } from './status.ts'

/** By category, sorted by it. */
type ByCategory<T> = ReadonlyMap<string, T>

/** What is served of a category, and the mark of the sighting that it comes from. */
export interface Standing {
  readonly status: DatasetStatus
  readonly mark: string
}

/** A category that is not as it was; without a status it is gone. */
export interface DatasetChange {
  readonly category: string
  readonly status?: DatasetStatus
}

/** What two looks in a row found. */
export interface Looks {
  readonly previous: ByCategory<Sighting>
  readonly latest: ByCategory<Sighting>
}

/** What a first look makes of the folder: everything counts as it was found. */
export function takeAll(sightings: ByCategory<Sighting>, now: Date): Map<string, Standing> {
  return takeSettled(new Map(), { previous: sightings, latest: sightings }, now)
}

/** What is served after a look; a category that both looks miss is left out. */
export function takeSettled(
  before: ByCategory<Standing>,
  { previous, latest }: Looks,
  now: Date,
): Map<string, Standing> {
  const after = new Map<string, Standing>()
  for (const category of namesIn(before, latest)) {
    const standing = before.get(category)
    const sighting = latest.get(category)
    const isSettled = sighting?.mark === previous.get(category)?.mark
    if (!isSettled || sighting?.mark === standing?.mark) {
      if (standing) after.set(category, standing)
    } else if (sighting) {
      after.set(category, { mark: sighting.mark, status: readStatus(sighting, standing?.status, now) })
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
