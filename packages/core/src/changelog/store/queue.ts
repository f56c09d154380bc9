// Operations one after the other, with a bound on how many wait. When one of them could not take the lock, those that
// waited for it fail as well: otherwise each would wait as long again.
import { AppError, isError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'

/** How many operations may wait for the one that runs. */
export const MAX_WAITING = 1000

/** Runs an operation when those before it have ended. */
export type Queue = <T>(operation: () => Promise<T>) => Promise<T>

/** Makes an empty queue. Operations that it does not run are rejected with `changelog/locked`. */
export function createQueue(shown: string): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let gaveUp = 0
  return async (operation) => {
    if (waiting >= MAX_WAITING) {
      throw new AppError(
        CHANGELOG_ERRORS.locked,
        `${shown}: expected at most ${MAX_WAITING} waiting operations, got one more; try again`,
      )
    }
    waiting += 1
    const joined = gaveUp
    const turn = last.then(() => {
      waiting -= 1
      if (joined !== gaveUp) throw giveUp(shown)
      return operation()
    })
    last = turn.catch((error) => {
      if (joined === gaveUp && isError(error, CHANGELOG_ERRORS.locked)) gaveUp += 1
    })
    return turn
  }
}

function giveUp(shown: string): AppError {
  return new AppError(
    CHANGELOG_ERRORS.locked,
    `${shown}: expected the lock, but an operation before this one did not get it; try again`,
  )
}
