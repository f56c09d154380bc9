// Runs operations one at a time and in order. When an operation fails with `changelog/locked`, the operations
// that were waiting at that time fail too. Otherwise each of them would wait for the full lock timeout.
import { AppError, isError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'

/** Maximum number of operations that wait while one runs. */
export const MAX_WAITING = 1000

/** Runs an operation after all operations before it have ended. Returns its result. */
export type Queue = <T>(operation: () => Promise<T>) => Promise<T>

/**
 * Creates an empty queue. It rejects an operation with AppError `changelog/locked` when {@link MAX_WAITING}
 * operations wait already, or when an earlier operation failed with that error while this one was waiting.
 * @param displayPath the path used in messages
 */
export function createQueue(displayPath: string): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  // Incremented when an operation fails with `locked`. Operations queued in an earlier generation are
  // rejected.
  let generation = 0
  return async (operation) => {
    if (waiting >= MAX_WAITING) {
      throw new AppError(
        CHANGELOG_ERRORS.locked,
        `${displayPath}: expected at most ${MAX_WAITING} waiting edits, got ${waiting + 1}; try again`,
      )
    }
    waiting += 1
    const queuedGeneration = generation
    const result = last.then(() => {
      waiting -= 1
      if (queuedGeneration !== generation) throw earlierEditError(displayPath)
      return operation()
    })
    last = result.catch((error) => {
      // The rejected operations of an earlier generation fail with `locked` too. They start no new
      // generation.
      if (queuedGeneration === generation && isError(error, CHANGELOG_ERRORS.locked)) generation += 1
    })
    return result
  }
}

function earlierEditError(displayPath: string): AppError {
  return new AppError(
    CHANGELOG_ERRORS.locked,
    `${displayPath}: expected the lock, got an earlier edit that failed to acquire it; try again`,
  )
}
