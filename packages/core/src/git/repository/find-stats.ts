// Reads metadata without waiting: a step through the thread pool takes longer than the call.
import { type Stats, statSync } from 'node:fs'

/** Returns the metadata of what a path leads to. Undefined when it leads to nothing, or the path cannot be searched. */
export function findStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
