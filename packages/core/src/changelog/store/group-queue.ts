// Queues transactions, and runs those that wait as a group. When a group fails with `changelog/locked`, the transactions that
// were waiting at that time fail too. Otherwise each group would wait for the full lock timeout.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError, isError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'

/** Maximum number of transactions that wait for the next group. */
export const MAX_WAITING = 1000

/** Maximum time in which a group waits for further elements, in milliseconds. */
const MAX_GATHER_MS = 20
/** How long a group of {@link MIN_BURST} elements waits for the next one, in milliseconds. A smaller one does not wait. */
const MAX_GAP_MS = 1
/** The number of elements from which on more are likely to come: requests that were sent at once. */
const MIN_BURST = 8

/** How one element of a group ended. */
export type Outcome<R> =
  | { readonly isFulfilled: true; readonly value: R }
  | { readonly isFulfilled: false; readonly reason: unknown }

interface Waiting<T, R> {
  readonly element: T
  readonly resolve: (value: R) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Creates an empty queue.
 * @param displayPath the path used in messages
 * @param runGroup runs the elements of a group in order, and returns an outcome for each. When it throws, all fail
 * @returns a function that adds an element. It rejects with AppError `changelog/locked` when {@link MAX_WAITING} elements wait
 * already, or when a group failed with that error while the element was waiting
 */
export function createGroupQueue<T, R>(
  displayPath: string,
  runGroup: (elements: readonly T[]) => Promise<readonly Outcome<R>[]>,
): (element: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      await gather()
      const group = waiting
      waiting = []
      await settle(group).catch((error: unknown) => {
        for (const { reject } of group) reject(error)
        if (!isError(error, CHANGELOG_ERRORS.locked)) return
        for (const { reject } of waiting) reject(earlierEditError(displayPath))
        waiting = []
      })
    }
    isRunning = false
  }
  /** Waits while elements come, so that requests that were sent at once are one group. */
  const gather = async () => {
    const start = performance.now()
    let [now, lastCame, count] = [start, start, 0]
    while (now < start + MAX_GATHER_MS && waiting.length < MAX_WAITING / 2) {
      if (waiting.length > count) lastCame = now
      else if (count < MIN_BURST || now >= lastCame + MAX_GAP_MS) return
      count = waiting.length
      // The first one ends before the event loop receives what has arrived.
      await nextTurn()
      await nextTurn()
      now = performance.now()
    }
  }
  const settle = async (group: readonly Waiting<T, R>[]) => {
    const outcomes = await runGroup(group.map(({ element }) => element))
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index] as Outcome<R>
      if (outcome.isFulfilled) resolve(outcome.value)
      else reject(outcome.reason)
    }
  }
  return (element) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MAX_WAITING) return reject(fullError(displayPath, waiting.length + 1))
      waiting.push({ element, resolve, reject })
      if (!isRunning) void run()
      return undefined
    })
}

function fullError(displayPath: string, got: number): AppError {
  return new AppError(
    CHANGELOG_ERRORS.locked,
    `${displayPath}: expected at most ${MAX_WAITING} waiting edits, got ${got}; try again`,
  )
}

function earlierEditError(displayPath: string): AppError {
  return new AppError(
    CHANGELOG_ERRORS.locked,
    `${displayPath}: expected the lock, got an earlier edit that failed to acquire it; try again`,
  )
}
