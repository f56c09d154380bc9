// Shares one run between concurrent requests with the same key. A request joins only a run that has not started: a run
// in progress may have read the repository before the client made its last change.
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'

/** How many runs may exist at once. */
export interface ShareOptions {
  readonly maxRunning: number
  /** How many runs may wait to start. Any number of callers may share one of them. */
  readonly maxWaiting: number
  /** When a caller beyond these limits should try again. */
  readonly retryAfterSeconds: number
}

interface WaitingRun<T> {
  readonly result: Promise<T>
  readonly start: () => Promise<unknown>
}

/**
 * Creates a function that starts a run for a key, or joins the waiting run of that key. A key has at most one run in
 * progress and one waiting. That function throws AppError `git/busy` when `maxWaiting` other runs wait already.
 */
export function shareRuns<K, T>({ maxRunning, maxWaiting, retryAfterSeconds }: ShareOptions) {
  const running = new Set<K>()
  const waiting = new Map<K, WaitingRun<T>>()

  function startWaiting(): void {
    for (const [key, { start }] of waiting) {
      if (running.size >= maxRunning) return
      if (running.has(key)) continue
      waiting.delete(key)
      running.add(key)
      void start().finally(() => {
        running.delete(key)
        startWaiting()
      })
    }
  }

  return async (key: K, run: () => Promise<T>): Promise<T> => {
    const joined = waiting.get(key)
    if (joined) return joined.result
    const canStart = running.size < maxRunning && !running.has(key)
    if (!canStart && waiting.size >= maxWaiting) {
      const message = `expected at most ${maxRunning + maxWaiting} lists of changes at once, got one more; try again in ${retryAfterSeconds} seconds`
      throw new AppError(GIT_ERRORS.busy, message, { retryAfterSeconds })
    }
    const added = createWaiting(run)
    waiting.set(key, added)
    startWaiting()
    return added.result
  }
}

function createWaiting<T>(run: () => Promise<T>): WaitingRun<T> {
  let start: WaitingRun<T>['start'] = async () => {}
  const result = new Promise<T>((resolve, reject) => {
    start = () => run().then(resolve, reject)
  })
  return { result, start }
}
